// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { stubBrowser } from '../../../testing/stub-browser.ts'
import { ListSearch } from './search-field.tsx'

beforeEach(() => {
  stubBrowser()
  vi.useFakeTimers()
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function show(value = '') {
  const onSearch = vi.fn()
  const search = (now: string) => (
    <MantineProvider env="test">
      <ListSearch value={now} label="Search tasks" hint="Title" onSearch={onSearch} />
    </MantineProvider>
  )
  const { rerender, unmount } = render(search(value))
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Search tasks' })
  const become = (now: string) => rerender(search(now))
  const type = (text: string, pause: number) => {
    fireEvent.change(field, { target: { value: text } })
    act(() => vi.advanceTimersByTime(pause))
  }
  return { field, type, become, unmount, heard: onSearch.mock.calls }
}
const later = () => act(() => vi.advanceTimersByTime(1_000))

test('asks once for what is typed without a pause, and for all of it', () => {
  const { type, heard } = show()
  for (const text of ['h', 'ha', 'hal', 'hall']) type(text, 200)
  expect(heard).toEqual([])
  later()
  expect(heard).toEqual([['hall', false]])
})

test('Enter asks at once, and the pause after it asks no more', () => {
  const { field, type, heard } = show('ha')
  type('hall', 100)
  fireEvent.keyDown(field, { key: 'Enter' })
  expect(heard).toEqual([['hall', true]])
  later()
  expect(heard).toHaveLength(1)
})

test('Escape clears the search, also what was just typed', () => {
  const { field, type, heard } = show('ha')
  type('hall', 100)
  fireEvent.keyDown(field, { key: 'Escape' })
  later()
  expect(heard).toEqual([['', false]])
})

test('follows a search that another thing changed, and asks nothing for it', () => {
  const { field, become, heard } = show('ha')
  become('band')
  expect(field.value).toBe('band')
  fireEvent.keyDown(field, { key: 'Enter' })
  expect(heard).toEqual([])
})

test('asks nothing once the list is left', () => {
  const { type, unmount, heard } = show()
  type('hall', 100)
  unmount()
  later()
  expect(heard).toEqual([])
})
