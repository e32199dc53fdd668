import { execFileSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const read = (path: string) => readFile(`${root}${path}`, 'utf8')

const tracked = execFileSync('git', ['ls-files', 'apps', 'packages', 'scripts'], {
  cwd: root,
  encoding: 'utf8',
})
const product = tracked
  .split('\n')
  .filter((path) => /\.(tsx?|css|sql|mjs)$/.test(path))
  .filter((path) => !/\.test\.|\/testing\/|generated|\.d\.ts$/.test(path))
const texts = await Promise.all(
  product.map(async (path) => ({ path, text: (await read(path)).toLowerCase() })),
)

/** Files that hold words, as a reader takes them up: first those whose name begins so, then by how often they say it. */
function search(words: string): string[] {
  const named = words.replaceAll(' ', '-')
  return texts
    .map(({ path, text }) => ({
      path,
      isNamed: path.slice(path.lastIndexOf('/') + 1).startsWith(named),
      count: text.split(words).length - 1,
    }))
    .filter(({ isNamed, count }) => isNamed || count > 0)
    .sort((a, b) => Number(b.isNamed) - Number(a.isNamed) || b.count - a.count)
    .map(({ path }) => path)
}

const doc = await read('docs/where-to-look.md')
const rows = [...doc.matchAll(/^\|[^|]+\| ([^|`]+) \| `([^`]+)` \|$/gm)].map(
  ([, words = '', file = '']) => ({ words, file }),
)

describe('docs/where-to-look.md', () => {
  test.each(rows)('a search for “$words” leads to $file', ({ words, file }) => {
    expect(search(words).slice(0, 5)).toContain(file)
  })

  test.each([
    'audit log',
    'csrf',
    'idempotency key',
    'impersonation',
    'materialized counter',
    'mutex',
    'optimistic lock',
    'optimistic update',
    'rate limit',
    'retention',
    'server-sent events',
    'session fixation',
    'soft delete',
    'two-factor',
    'unique violation',
  ])('has a line for “%s”', (words) => {
    expect(rows.map((row) => row.words)).toContain(words)
  })
})
