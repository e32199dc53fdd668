import { expect, test } from 'vitest'

const styles = import.meta.glob<string>('../../**/*.css', {
  query: '?raw',
  import: 'default',
  eager: true,
})
const code = import.meta.glob<string>(['../../**/*.{ts,tsx}', '!../../**/*.test.{ts,tsx}'], {
  query: '?raw',
  import: 'default',
  eager: true,
})

const found = (files: Record<string, string>, pattern: RegExp) =>
  Object.entries(files).flatMap(([path, text]) =>
    [...text.matchAll(pattern)].map(([what]) => `${path}: ${what.trim()}`),
  )

const sides =
  /(?<![\w-])(?:(?:margin|padding|border|scroll-margin|scroll-padding)-(?:left|right)\b[\w-]*|left|right|border-(?:top|bottom)-(?:left|right)-radius)\s*:|(?:text-align|float|clear)\s*:\s*(?:left|right)/g

const sidesInCode =
  /\b(?:margin|padding|border)(?:Left|Right)\w*\s*:|\b(?:left|right): ?['"`]|textAlign: '(?:left|right)'|\s(?:m|p)(?:l|r)=[{"]/g

/** Four values in a row, of which the second is that of the right side and the fourth that of the left. */
const fourSides =
  /(?<![\w-])(?:margin|padding|inset|scroll-(?:margin|padding)|border-(?:width|style|color))\s*:\s*['"]?[^\s;'"]+ ([^\s;'"]+) [^\s;'"]+ (?!\1(?:[;'"]|$))[^\s;'"]+[;'"]/gm

test('styles name no physical side, so that a page read from the right is turned over', () => {
  expect(Object.keys(styles).length).toBeGreaterThan(50)
  // A text is cut at its own end and aligned as the page, which no logical value says.
  const cells = /^\.\.\/format\/cells\.module\.css: text-align/
  expect(found(styles, sides).filter((each) => !cells.test(each))).toEqual([])
  expect(found(code, sidesInCode)).toEqual([])
  expect(found({ ...styles, ...code }, fourSides)).toEqual([])
})

test('the rule finds physical sides', () => {
  const bad = ['margin-left: 1px', 'left: 0', 'text-align: right', 'border-top-left-radius: 2px']
  for (const each of bad) expect(found({ x: `a { ${each} }` }, sides)).toHaveLength(1)
  for (const each of ['marginRight: 2', "left: '50%'", '<a ml={6}'])
    expect(found({ x: ` ${each}` }, sidesInCode)).toHaveLength(1)
  for (const each of ['padding: 6px 8px 6px 16px;', "margin: '0 auto 0 4px'"])
    expect(found({ x: each }, fourSides)).toHaveLength(1)
  expect(found({ x: 'padding: 4px 8px 12px 8px;' }, fourSides)).toEqual([])
  expect(found({ x: 'a { inset-inline: 0; margin-inline-start: 1px }' }, sides)).toEqual([])
})

test('nothing is formatted without the locale of whoever reads', () => {
  const formats =
    /\.toLocale(?:String|DateString|TimeString)\(\s*\)|new Intl\.(?!Segmenter)\w+\(\s*(?:undefined)?\s*[,)]|\.localeCompare\([^,()]*\)/g
  expect(found(code, formats)).toEqual([])
  expect(found({ x: 'at.toLocaleDateString()' }, formats)).toHaveLength(1)
})
