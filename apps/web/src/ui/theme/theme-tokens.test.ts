import { DEFAULT_THEME, defaultCssVariablesResolver, mergeMantineTheme } from '@mantine/core'
import { describe, expect, it } from 'vitest'
import { contrast, parse } from './theme-accent.ts'
import { themeTokens, themeVariables } from './theme-tokens.ts'

const resolved = defaultCssVariablesResolver(mergeMantineTheme(DEFAULT_THEME, themeTokens))

function colourOf(look: 'light' | 'dark', name: string): string {
  const all: Record<string, string> = {
    ...resolved.variables,
    ...resolved[look],
    ...themeVariables.variables,
    ...themeVariables[look],
  }
  let value = all[name] ?? name
  for (let step = 0; step < 9; step++) {
    const inner = /^var\((--[\w-]+)\)$/.exec(value)?.[1]
    if (!inner) break
    value = all[inner] ?? ''
  }
  return value
}

const pairs = [
  ['--mantine-color-text', '--mantine-color-body'],
  ['--mantine-color-text', '--steward-surface'],
  ['--mantine-color-text', '--steward-hover'],
  ['--mantine-color-dimmed', '--mantine-color-body'],
  ['--mantine-color-dimmed', '--steward-surface'],
  ['--mantine-color-dimmed', '--steward-hover'],
  ['--mantine-color-error', '--mantine-color-body'],
  ['--mantine-color-anchor', '--mantine-color-body'],
  ['--steward-accent-text', '--mantine-color-body'],
  ['--steward-accent-text', '--steward-surface'],
  ['--mantine-color-placeholder', '--mantine-color-default'],
  ['--mantine-color-white', '--mantine-primary-color-filled'],
] as const

describe.each(['light', 'dark'] as const)('in the %s theme', (look) => {
  it.each(pairs)('%s reads on %s', (text, surface) => {
    const [one, other] = [text, surface].map((name) => parse(colourOf(look, name)))
    if (!one || !other) throw new Error(`${text} or ${surface} is no plain colour`)
    expect(contrast(one, other)).toBeGreaterThanOrEqual(4.5)
  })
})
