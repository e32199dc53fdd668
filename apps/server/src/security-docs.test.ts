import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = new URL('../../../', import.meta.url)

/** The rows of the tables of docs/security.md: an attack or what one person may take, the defence, where, test. */
async function defences(): Promise<string[][]> {
  const text = await readFile(new URL('docs/security.md', root), 'utf8')
  return text
    .split('\n')
    .filter((line) => line.startsWith('| ') && !/^\| (attack|what|---)/.test(line))
    .map((line) => line.split('|').slice(1, -1))
    .map((cells) => cells.map((cell) => cell.trim()))
}

test('every file that docs/security.md names is there', async () => {
  const rows = await defences()
  expect(rows.length).toBeGreaterThan(30)
  const named = rows.flatMap(([, , where = '']) => [...where.matchAll(/`([^`]+)`/g)])
  const gone = named
    .map(([, path = '']) => path)
    .filter((path) => !existsSync(new URL(`apps/server/src/${path}`, root)))
    .filter((path) => !existsSync(new URL(path, root)))
  expect(gone).toEqual([])
})

test('every test that docs/security.md names is there, by the class of its attack', async () => {
  const folders = ['apps/server/src/', 'packages/contract/src/']
  const titles = new Set<string>()
  for (const folder of folders) {
    const path = fileURLToPath(new URL(folder, root))
    for (const name of await readdir(path, { recursive: true })) {
      if (!name.endsWith('.test.ts')) continue
      const text = await readFile(`${path}/${name}`, 'utf8')
      for (const [, title = ''] of text.matchAll(/class: ([^\n'`]+)/g)) titles.add(title)
    }
  }
  const named = (await defences())
    .map(([, , , tests = '']) => tests.replaceAll(/\([^)]*\)/g, ''))
    .flatMap((tests) => tests.split('; '))
    .map((each) => each.trim().replace(/;$/, ''))
    .filter((each) => each !== '')
  const missing = named.filter((each) => ![...titles].some((title) => title.startsWith(each)))
  expect(missing).toEqual([])
})
