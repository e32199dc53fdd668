import type { ConvertCSSVariablesInput, MantineThemeOverride } from '@mantine/core'

/** The look in numbers, also read by the build; text has a contrast of at least 4.5 : 1. */
export const themeTokens: MantineThemeOverride = {
  primaryColor: 'accent',
  primaryShade: { light: 6, dark: 6 },
  white: '#ffffff',
  black: '#1a1f26',
  colors: {
    accent: [
      '#f0f3fe',
      '#e3e9fd',
      '#c9d4fb',
      '#a5b7f8',
      '#8ba1f5',
      '#5c7ae9',
      '#3f5fd9',
      '#3450bd',
      '#2b4299',
      '#24377c',
    ],
    gray: [
      '#f7f8f9',
      '#f0f1f3',
      '#e4e6ea',
      '#d6d9de',
      '#c1c6cd',
      '#8a919c',
      '#626a76',
      '#4a515c',
      '#2f353e',
      '#1a1f26',
    ],
    dark: [
      '#e4e7eb',
      '#c9ced6',
      '#a0a8b4',
      '#8b94a1',
      '#3a414b',
      '#292f37',
      '#1e2329',
      '#15181d',
      '#101317',
      '#0b0d10',
    ],
  },
  fontFamily:
    // i18n-ignore: CSS
    "-apple-system, BlinkMacSystemFont, 'Segoe UI', Inter, Roboto, 'Helvetica Neue', 'Noto Sans', 'Liberation Sans', Arial, sans-serif",
  fontFamilyMonospace:
    // i18n-ignore: CSS
    "ui-monospace, SFMono-Regular, Menlo, Consolas, 'Liberation Mono', monospace",
  // Relative to a default size of 14 px.
  fontSizes: { xs: '0.75rem', sm: '0.875rem', md: '0.875rem', lg: '1rem', xl: '1.25rem' },
  lineHeights: { xs: '1.4', sm: '1.43', md: '1.43', lg: '1.5', xl: '1.5' },
  spacing: { xs: '0.5rem', sm: '0.75rem', md: '1rem', lg: '1.5rem', xl: '2rem' },
  radius: { xs: '0.25rem', sm: '0.375rem', md: '0.5rem', lg: '0.75rem', xl: '1rem' },
  defaultRadius: 'sm',
  // Only for elements that float above the page.
  shadows: {
    xs: 'none',
    sm: 'none',
    // i18n-ignore: CSS
    md: '0 4px 16px rgb(16 19 23 / 12%)',
    lg: '0 8px 24px rgb(16 19 23 / 16%)', // i18n-ignore: CSS
    xl: '0 16px 48px rgb(16 19 23 / 20%)', // i18n-ignore: CSS
  },
  cursorType: 'pointer',
  respectReducedMotion: true,
}

/** Values that replace Mantine's CSS variables, and variables of our own (`--steward-…`). */
export const themeVariables: ConvertCSSVariablesInput = {
  variables: { '--steward-header-height': '3rem' },
  light: {
    '--mantine-color-error': '#c62f2f',
    '--mantine-color-placeholder': 'var(--mantine-color-gray-6)',
    '--mantine-color-default-border': 'var(--mantine-color-gray-3)',
    '--mantine-color-disabled-color': 'var(--mantine-color-gray-6)',
    // The background of the sidebar and of table heads.
    '--steward-surface': 'var(--mantine-color-gray-0)',
    '--steward-border': 'var(--mantine-color-gray-2)',
    // Has a contrast of 3 : 1 to the page.
    '--steward-control-border': 'var(--mantine-color-gray-5)',
    '--steward-hover': 'var(--mantine-color-gray-1)',
    '--steward-selected': 'var(--mantine-color-accent-0)',
    // The background of search hits.
    '--steward-mark': '#ffe58a',
    '--steward-accent-text': 'var(--mantine-color-accent-7)',
  },
  dark: {
    '--mantine-color-error': '#ff8f8f',
    '--mantine-color-placeholder': 'var(--mantine-color-dark-3)',
    '--mantine-color-default': 'var(--mantine-color-dark-6)',
    '--mantine-color-default-hover': 'var(--mantine-color-dark-5)',
    '--mantine-color-disabled-color': 'var(--mantine-color-dark-3)',
    '--steward-surface': 'var(--mantine-color-dark-8)',
    '--steward-border': 'var(--mantine-color-dark-5)',
    '--steward-control-border': '#68717e',
    '--steward-hover': 'var(--mantine-color-dark-6)',
    // i18n-ignore: CSS
    '--steward-selected': 'color-mix(in srgb, var(--mantine-color-accent-5) 18%, transparent)',
    '--steward-accent-text': 'var(--mantine-color-accent-4)',
    '--steward-mark': '#5c4a00',
  },
}
