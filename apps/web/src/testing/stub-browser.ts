import { vi } from 'vitest'

/** Stubs what jsdom lacks of a browser; to be called before each test that draws a screen. */
export function stubBrowser(): void {
  vi.stubGlobal('matchMedia', (media: string) => ({
    matches: false,
    media,
    addEventListener: () => {},
    removeEventListener: () => {},
  }))
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  )
  vi.stubGlobal('scrollTo', () => {})
  Element.prototype.scrollTo = () => {}
  Element.prototype.scrollIntoView = () => {}
}
