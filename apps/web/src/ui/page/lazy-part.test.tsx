// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { render, screen, waitFor } from '@testing-library/react'
import type { ComponentType } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, test, vi } from 'vitest'
import { stubBrowser } from '../../testing/stub-browser.ts'
import { lazyPart } from './lazy-part.tsx'

const patience = { timeout: 10_000 }

test('code that comes just after a part was first drawn is drawn as well', async () => {
  stubBrowser()
  // As in a browser: what is drawn, and the effects of it, are tasks of their own.
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false)
  const { promise, resolve } = Promise.withResolvers<ComponentType<object>>()
  const load = vi.fn(() => promise)
  const Part = lazyPart<object>(load, 'Waiting', () => {}, 'soon')
  window.dispatchEvent(new Event('pointermove'))
  // What other files left waiting is loaded before it, one after the other.
  await vi.waitFor(() => expect(load).toHaveBeenCalled(), patience)
  function Page() {
    resolve(() => <p>Here</p>)
    return <Part />
  }
  const root = createRoot(document.body.appendChild(document.createElement('div')))
  root.render(
    <MantineProvider env="test">
      <Page />
    </MantineProvider>,
  )
  await vi.waitFor(() => expect(document.body.textContent).toContain('Here'), patience)
  root.unmount()
  vi.unstubAllGlobals()
})

test('the items of a menu that was opened before they were loaded have the focus', async () => {
  stubBrowser()
  const { promise, resolve } = Promise.withResolvers<ComponentType<object>>()
  const Items = lazyPart<object>(() => promise)
  render(
    <MantineProvider env="test">
      <button type="button" aria-haspopup="menu" aria-expanded="true" aria-controls="menu">
        Account
      </button>
      <div id="menu" role="menu">
        <Items />
      </div>
    </MantineProvider>,
  )
  screen.getByRole('button').focus()
  resolve(() => (
    <a role="menuitem" href="/profile">
      Your profile
    </a>
  ))
  const item = await screen.findByRole('menuitem')
  await waitFor(() => expect(document.activeElement).toBe(item))
})
