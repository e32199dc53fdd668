import { DirectionProvider, MantineContext, MantineThemeProvider } from '@mantine/core'
import { type ReactNode, useLayoutEffect, useMemo } from 'react'
import { theme } from './theme.ts'

const nothing = () => {}

/** A small MantineProvider without variables at run time, as those are static CSS. */
export function ThemeProvider(props: { look: 'light' | 'dark'; children: ReactNode }) {
  const { look } = props
  useLayoutEffect(() => {
    const root = document.documentElement
    root.setAttribute('data-mantine-color-scheme', look)
    root.setAttribute('data-respect-reduced-motion', String(theme.respectReducedMotion))
  }, [look])
  const context = useMemo(
    () => ({
      colorScheme: look,
      setColorScheme: nothing,
      clearColorScheme: nothing,
      getRootElement: () => document.documentElement,
      classNamesPrefix: 'mantine',
      cssVariablesSelector: ':root',
      withStaticClasses: true,
    }),
    [look],
  )
  return (
    <MantineContext value={context}>
      <MantineThemeProvider theme={theme}>
        <DirectionProvider
          initialDirection={document.documentElement.dir === 'rtl' ? 'rtl' : 'ltr'}
        >
          {props.children}
        </DirectionProvider>
      </MantineThemeProvider>
    </MantineContext>
  )
}
