import {
  convertCssVariables,
  DEFAULT_THEME,
  defaultCssVariablesResolver,
  mergeMantineTheme,
} from '@mantine/core'
import type { Plugin } from 'vite'
import { themeTokens, themeVariables } from '../src/ui/theme/theme-tokens.ts'

const name = 'virtual:theme.css'

/** Every variable of the theme, for light and dark, as plain CSS. */
export function themeCss(): string {
  const resolved = defaultCssVariablesResolver(mergeMantineTheme(DEFAULT_THEME, themeTokens))
  return convertCssVariables({
    variables: { ...resolved.variables, ...themeVariables.variables },
    light: { ...resolved.light, ...themeVariables.light },
    dark: { ...resolved.dark, ...themeVariables.dark },
  })
}

/**
 * Serves `virtual:theme.css`: the theme's variables written when the app is built, so that nothing
 * has to be put into a `<style>` at run time and the content security policy stays closed.
 */
export function themeCssPlugin(): Plugin {
  return {
    name: 'steward:theme-css',
    resolveId: (id) => (id === name ? `\0${name}` : null),
    load: (id) => (id === `\0${name}` ? themeCss() : null),
  }
}
