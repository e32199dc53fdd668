import fc from 'fast-check'
import { expect, it } from 'vitest'
import { accentShades, contrast, parse } from './theme-accent.ts'

const on = (shade: string | undefined, surface: string) =>
  contrast(parse(shade ?? '') ?? [0, 0, 0], parse(surface) ?? [0, 0, 0])

it('makes any colour one that can be read, as text and under text', () => {
  const part = fc.integer({ min: 0, max: 255 })
  fc.assert(
    fc.property(part, part, part, (...rgb) => {
      const accent = `#${rgb.map((each) => each.toString(16).padStart(2, '0')).join('')}`
      const shades = accentShades(accent)
      expect(shades).toHaveLength(10)
      expect(on(shades?.[6], '#ffffff')).toBeGreaterThanOrEqual(4.5)
      expect(on(shades?.[7], shades?.[0] ?? '')).toBeGreaterThanOrEqual(4.5)
      expect(on(shades?.[4], '#1e2329')).toBeGreaterThanOrEqual(4.5)
    }),
  )
})

it.each(['', 'red', '#12', '#gggggg', 'url(x)'])('takes %j for no colour', (accent) =>
  expect(accentShades(accent)).toBeNull(),
)
