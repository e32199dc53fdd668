import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../../../', import.meta.url))

const pages = [
  'docs/security.md',
  ...(await readdir(`${root}docs/integrations`)).map((name) => `docs/integrations/${name}`),
]

/** The rows of the tables of attacks, and of what one person may take: which, the defence, where, test. */
const rowsOf = (text: string): string[][] =>
  [...text.matchAll(/^\| (?:attack|what) \| (?:defence|bound) \| .*\n\| ---.*\n((?:\| .*\n)+)/gm)]
    .flatMap(([, rows = '']) => rows.trimEnd().split('\n'))
    .map((line) => line.split('|').slice(1, -1))
    .map((cells) => cells.map((cell) => cell.trim()))
const rows = (
  await Promise.all(pages.map(async (page) => rowsOf(await readFile(join(root, page), 'utf8'))))
).flat()

/** The paths of all tests. */
const files = (
  await Promise.all(
    ['apps/server/src', 'apps/web/src', 'packages/contract/src'].map(async (folder) =>
      (
        await readdir(join(root, folder), { recursive: true })
      )
        .filter((name) => /\.test\.tsx?$/.test(name))
        .map((name) => join(root, folder, name)),
    ),
  )
).flat()

test('every file that the tables of attacks name is there', () => {
  expect(rows.length).toBeGreaterThan(100)
  const gone = rows
    .flatMap(([, , where = '']) => [...where.matchAll(/`([^`]+)`/g)])
    .map(([, path = '']) => path)
    .filter((path) => !existsSync(join(root, 'apps/server/src', path)))
    .filter((path) => !existsSync(join(root, path)))
  expect(gone).toEqual([])
})

test('every test that they name is there, by the class of its attack', async () => {
  const texts = await Promise.all(files.map((path) => readFile(path, 'utf8')))
  const titles = texts.flatMap((text) =>
    [...text.matchAll(/class: ([^\n'`]+)/g)].map(([, title = '']) => title),
  )
  const named = rows
    .map(([, , , tests = '']) => tests.replaceAll(/\([^)]*\)/g, ''))
    .flatMap((tests) => tests.split('; '))
    .map((each) => each.trim().replace(/;$/, ''))
    .filter((each) => each !== '')
  expect(named.filter((each) => !titles.some((title) => title.startsWith(each)))).toEqual([])
})

test('every file of tests that they name is there', () => {
  const names = new Set(files.map((path) => basename(path)))
  const named = rows.flatMap(([, , , tests = '']) => [...tests.matchAll(/[\w.-]+\.test\.tsx?/g)])
  expect(named.length).toBeGreaterThan(50)
  expect(named.map(([name]) => name).filter((name) => !names.has(name))).toEqual([])
})
