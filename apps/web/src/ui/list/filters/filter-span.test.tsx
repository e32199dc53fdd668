// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { stubBrowser } from '../../../testing/stub-browser.ts'
import { FilterSpan } from './filter-span.tsx'

beforeEach(stubBrowser)
afterEach(cleanup)

async function open(given: { from?: string; to?: string }) {
  const changed = vi.fn()
  render(
    <MantineProvider env="test">
      <FilterSpan
        label="When"
        {...{ from: undefined, to: undefined, ...given }}
        onChange={changed}
      />
    </MantineProvider>,
  )
  await userEvent.click(screen.getByRole('button', { name: /^When/ }))
  await screen.findByLabelText('From')
  return changed
}
const set = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } })
const apply = () => userEvent.click(screen.getByRole('button', { name: 'Apply' }))

test('days are sent as they stand there', async () => {
  const changed = await open({})
  set('From', '2026-01-30')
  await apply()
  expect(changed).toHaveBeenCalledWith('2026-01-30', undefined)
})

test('a time of the day is the reader’s own, and the last minute counts whole', async () => {
  const changed = await open({})
  set('From', '2026-01-30')
  set('From, time', '09:05')
  set('To', '2026-01-31')
  set('To, time', '23:59')
  await apply()
  const [from, to] = changed.mock.calls[0] as [string, string]
  expect(new Date(from)).toEqual(new Date(2026, 0, 30, 9, 5))
  expect(new Date(to)).toEqual(new Date(2026, 0, 31, 23, 59, 59, 999))
})

test('without a time it is whole days, and what is set stands in the fields', async () => {
  const from = new Date(2026, 0, 30, 9, 5).toISOString()
  const changed = await open({ from, to: '2026-02-01' })
  expect(screen.getByLabelText<HTMLInputElement>('From, time').value).toBe('09:05')
  set('From, time', '')
  await apply()
  expect(changed).toHaveBeenCalledWith('2026-01-30', '2026-02-01')
})
