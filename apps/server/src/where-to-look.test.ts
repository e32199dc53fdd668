import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'

const root = new URL('../../../', import.meta.url)
const read = (path: string) => readFile(new URL(path, root), 'utf8')

const rows = [
  ...(await read('docs/where-to-look.md')).matchAll(/^\|[^|]+\| ([^|`]+) \| `([^`]+)` \|$/gm),
].map(([, words = '', file = '']) => ({ words, file }))

test('the list names at least twenty behaviours', () => {
  expect(rows.length).toBeGreaterThanOrEqual(20)
})

test.each(rows)('a search for “$words” finds $file', async ({ words, file }) => {
  expect((await read(file)).toLowerCase()).toContain(words)
})
