import { expect, test } from 'vitest'

const sources = import.meta.glob<string>('../../**/*.{ts,tsx,css}', {
  query: '?raw',
  import: 'default',
  eager: true,
  base: '../..',
})
const styles = new Set(
  Object.keys(import.meta.glob('../../../../../node_modules/@mantine/core/styles/*.css')).map(
    (path) => path.replace(/.*\/(.*)\.css$/, '$1'),
  ),
)

/** Styles that Mantine's parts take from others. */
const parts: Record<string, readonly string[]> = {
  Autocomplete: ['Combobox', 'ScrollArea'],
  Checkbox: ['InlineInput'],
  Radio: ['InlineInput'],
  Select: ['Combobox', 'ScrollArea'],
  Switch: ['InlineInput'],
}

/** The styles that a file brings, those of what it imports for its effect alone included. */
function brought(path: string): string[] {
  const source = sources[path] ?? ''
  const found = (pattern: RegExp) => [...source.matchAll(pattern)].map(([, name = '']) => name)
  return [
    ...found(/['"]@mantine\/core\/styles\/(\w+)\.css['"]/g),
    ...found(/^import '(\.[^']+\.(?:ts|css))'/gm).flatMap((other) =>
      brought(`.${new URL(other, `file:///${path}`).pathname}`),
    ),
  ]
}

/** The components of Mantine that a file draws and that have styles, with those within them. */
const drawn = (source: string): string[] =>
  [...source.matchAll(/^import \{([^}]*)\} from '@mantine\/core'/gm)]
    .flatMap(([, names = '']) => names.split(','))
    .map((name) => name.trim())
    .flatMap((name) => [name, ...(parts[name] ?? [])])
    .filter((name) => styles.has(name))

test('every component of Mantine comes with its styles', () => {
  const files = Object.entries(sources).filter(([path]) => /(?<!\.test)\.tsx$/.test(path))
  expect([files.length > 100, styles.size > 50]).toEqual([true, true])
  const everywhere = new Set(brought('./ui/theme/theme-base.ts'))
  const missing = files.flatMap(([path, source]) => {
    const own = new Set(brought(path))
    return [...new Set(drawn(source))]
      .filter((name) => !own.has(name) && !everywhere.has(name))
      .map((name) => `${path}: ${name}`)
  })
  expect(missing).toEqual([])
})
