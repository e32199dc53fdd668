// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { permissionModules } from '@steward/contract/permissions/permissions'
import { act, cleanup, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { MatrixStore } from './matrix-store.ts'
import { PermissionMatrix } from './permission-matrix.tsx'
import { flagsOf, shapeOf } from './shape.ts'

beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({
    matches: false,
    addEventListener() {},
    removeEventListener() {},
  }))
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
    },
  )
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const usual = permissionModules(({ action }) => action === 'list')

function show(modules = usual, options: { readOnly?: boolean; locked?: string } = {}) {
  const shape = shapeOf(modules)
  const locked = Uint8Array.from(shape.names, ({ submodule, action }) =>
    options.locked === `${submodule}: ${action}` ? 1 : 0,
  )
  const store = new MatrixStore(shape, flagsOf(shape, modules), locked)
  render(
    <MantineProvider env="test">
      <PermissionMatrix store={store} readOnly={options.readOnly ?? false} />
    </MantineProvider>,
  )
  return store
}
const box = (name: string | RegExp) => screen.getByRole<HTMLInputElement>('checkbox', { name })

test('a box says what it grants, and that it is new', async () => {
  const user = userEvent.setup()
  show()
  await user.click(box('Bills: delete'))
  expect(box('Bills: delete, newly granted').checked).toBe(true)
  await user.click(box('Bills: see the list'))
  expect(box('Bills: see the list, revoked').checked).toBe(false)
  expect(box('All of Bills').indeterminate).toBe(true)
  await user.click(box('All of Bills'))
  expect(box('All of Bills').checked).toBe(true)
  await user.click(box('Every “delete”'))
  expect(box(/^Categories: delete,/).checked).toBe(true)
})

test('keys move through it as through a grid; Tab enters it once', async () => {
  const user = userEvent.setup()
  show()
  const focused = () => document.activeElement?.getAttribute('aria-label')
  act(() => screen.getByLabelText('Search permissions').focus())
  await user.tab()
  expect(focused()).toBe('Everything')
  await user.keyboard('{ArrowRight}{ArrowDown}')
  // A module has one box, at the left.
  expect(focused()).toBe('All of the module Dashboard')
  // On the way down the column is kept in mind.
  await user.keyboard('{ArrowDown}')
  expect(focused()).toBe('Overview: see the list')
  await user.keyboard('{PageDown}')
  expect(focused()).toBe('All of the module Roles')
  await user.keyboard('{ArrowDown}{End}')
  expect(focused()).toBe('Roles: view as role')
  await user.keyboard(' {Home}')
  expect(box('Roles: view as role, newly granted').checked).toBe(true)
  expect(focused()).toBe('All of Roles')
  await user.keyboard('{Control>}{End}{/Control}')
  expect(focused()).toBe('All of Personal data')
  await user.tab({ shift: true })
  await user.tab()
  expect(focused()).toBe('All of Personal data')
})

test('a search leaves the rows that have every word', async () => {
  const user = userEvent.setup()
  show()
  await user.type(screen.getByLabelText('Search permissions'), 'operations bill')
  expect(within(screen.getByRole('grid')).getAllByRole('rowheader')).toHaveLength(2)
  await user.type(screen.getByLabelText('Search permissions'), ' nothing')
  expect(screen.getByText('No permissions match this search.')).toBeDefined()
})

test('what can’t be granted can’t be ticked, and says why', async () => {
  const user = userEvent.setup()
  show(usual, { locked: 'Bills: delete' })
  const locked = box(/^Bills: delete, you don’t have it/)
  await user.click(locked)
  expect(locked.checked).toBe(false)
  await user.click(box('All of Bills'))
  expect(locked.checked).toBe(false)
  expect(box(/^Bills: edit/).checked).toBe(true)
})

test('read only, nothing changes', async () => {
  const user = userEvent.setup()
  const store = show(usual, { readOnly: true })
  await user.click(box('Bills: delete'))
  await user.click(box('Everything'))
  expect(store.granted).toEqual(store.before)
})

test('of ten thousand permissions a toggle draws its own row and nothing else', async () => {
  const large = Array.from({ length: 50 }, (_, m) => ({
    module: `M${m}`,
    submodules: Array.from({ length: 20 }, (_, s) => ({
      name: `S${m}-${s}`,
      actions: Object.fromEntries(Array.from({ length: 10 }, (_, a) => [`a${a}`, false])),
    })),
  }))
  show(large)
  const touched = new Set<Element | null>()
  const observer = new MutationObserver((records) => {
    for (const { target } of records) {
      const element = target instanceof Element ? target : target.parentElement
      touched.add(element?.closest('tr') ?? element)
    }
  })
  const grid = screen.getByRole('grid')
  observer.observe(grid, { subtree: true, childList: true, attributes: true, characterData: true })
  act(() => document.querySelectorAll<HTMLInputElement>('td input')[11]?.click())
  await Promise.resolve()
  observer.disconnect()
  // The row itself, its module's and the head.
  expect(touched.size).toBeLessThanOrEqual(3)
  expect(screen.getByText('1 of 10,000 granted')).toBeDefined()
})
