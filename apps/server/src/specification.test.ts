import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'

const root = new URL('../../../', import.meta.url)
const read = (path: string) => readFile(new URL(path, root), 'utf8')

const lines = (await read('docs/specification.md')).split('\n')
const rows = lines
  .map((line) => /^\| (\d+)\.(\d+) \| (.+?) \| (.+) \|$/.exec(line))
  .filter((found) => found !== null)
  .map(([, section = '', place = '', sentence = '', heldBy = '']) => ({
    section: Number(section),
    place: Number(place),
    number: `${section}.${place}`,
    sentence,
    heldBy,
  }))

/** How many sentences each section of the specification has, before the first one three. */
const counts = [3, 10, 13, 28, 27, 4, 4, 48, 12, 10]
const allSentences = 'b512681634c74b6dc65ffb886cd6b0392b7212f32c3b5cf631a6849e772531e3'

/** The tests that a row names: file and title. */
const testsOf = ({ heldBy }: { heldBy: string }) =>
  [...heldBy.matchAll(/`([^`]+)` › \*(.+?)\*(?=<br>|$)/g)].map(([, file = '', title = '']) => ({
    file,
    title,
  }))

test('every line of a table is a row', () => {
  const tables = lines.filter((line) => line.startsWith('| ') && !/^\| (\||---)/.test(line))
  expect(tables.filter((line) => line !== '| | sentence | held by |')).toHaveLength(rows.length)
})

test.each(counts.map((count, section) => ({ section, count })))(
  'section $section has its $count sentences, numbered without a gap',
  ({ section, count }) => {
    const places = rows.filter((row) => row.section === section).map(({ place }) => place)
    expect(places).toEqual(Array.from({ length: count }, (_, index) => index + 1))
  },
)

test('every sentence stands in the list, to the letter', () => {
  const text = rows.map(({ sentence }) => sentence).join('\n')
  expect(createHash('sha256').update(text).digest('hex')).toBe(allSentences)
})

describe.each(rows)('$number $sentence', (row) => {
  const { heldBy } = row
  const tests = testsOf(row)

  test('is held by tests, left open, or told in other rows', () => {
    const isOpen = /^leaves open: decided in `[^`]+`(, `[^`]+`)*$/.test(heldBy)
    const isElsewhere = /^see \d+\.\d+(, \d+\.\d+)*$/.test(heldBy)
    expect([isOpen, isElsewhere, tests.length > 0].filter(Boolean)).toHaveLength(1)
  })

  test('names files and rows that are there', () => {
    const files = [...heldBy.matchAll(/`([^`]+)`/g)].map(([, path = '']) => path)
    const records = [...heldBy.matchAll(/\]\(([^)]+)\)/g)].map(([, path]) => `docs/${path}`)
    const gone = [...files, ...records].filter((path) => !existsSync(new URL(path, root)))
    expect(gone).toEqual([])
    const others = /^see (.+)$/.exec(heldBy)?.[1]?.split(', ') ?? []
    for (const other of others) expect(rows.map(({ number }) => number)).toContain(other)
  })

  test.each(tests)('$file has “$title”', async ({ file, title }) => {
    expect(file).toMatch(/\.(test|spec)\.tsx?$/)
    expect(titlesIn(await read(file))).toContain(title)
  })
})

/** The titles of tests in a file: what stands first, as a text, in a call of something. */
const titlesIn = (source: string): string[] =>
  [...source.matchAll(/\(\s*(?:'((?:[^'\\\n]|\\.)+)'|"([^"\n]+)"|`([^`\n]+)`),/g)].map(
    ([, single, double, template]) => single ?? double ?? template ?? '',
  )
