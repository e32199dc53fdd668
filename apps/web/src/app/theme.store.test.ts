// @vitest-environment jsdom
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { lookOf, themeKey } from './look.ts'
import { followOtherTabs, takeThemeFromAddress, useTheme } from './theme.store.ts'

beforeEach(() => {
  localStorage.clear()
  useTheme.setState({ theme: 'light' })
  window.history.replaceState(null, '', '/')
})

describe('the theme (specification sections 1, 4 and 9)', () => {
  it('is light where nothing is stored, and what is stored otherwise', async () => {
    expect(useTheme.getInitialState().theme).toBe('light')
    localStorage.setItem(themeKey, 'dark')
    vi.resetModules()
    const again = await import('./theme.store.ts')
    expect(again.useTheme.getState().theme).toBe('dark')
  })

  it.each(['dark', 'auto', 'solarized'])('can be set to %s, under its key', (theme) => {
    useTheme.getState().setTheme(theme)
    expect(useTheme.getState().theme).toBe(theme)
    expect(localStorage.getItem('steward-admin-template-theme')).toBe(theme)
  })

  it('is taken from the address, stored, and gone from there', () => {
    window.history.replaceState(null, '', '/bills?page=2&theme=dark#x')
    takeThemeFromAddress()
    expect(useTheme.getState().theme).toBe('dark')
    expect(localStorage.getItem(themeKey)).toBe('dark')
    expect(window.location.href).toBe('http://localhost:3000/bills?page=2#x')
  })

  it('looks dark, as the system does, or light', () => {
    expect(lookOf('dark', false)).toBe('dark')
    expect([lookOf('auto', true), lookOf('auto', false)]).toEqual(['dark', 'light'])
    expect([lookOf('solarized', true), lookOf('light', true)]).toEqual(['light', 'light'])
  })

  it('follows the choice made in another tab', () => {
    followOtherTabs()
    window.dispatchEvent(new StorageEvent('storage', { key: themeKey, newValue: 'dark' }))
    expect(useTheme.getState().theme).toBe('dark')
  })
})
