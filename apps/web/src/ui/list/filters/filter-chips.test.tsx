// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Sample, sampleDefinition } from '../../../testing/sample-list.ts'
import { stubBrowser } from '../../../testing/stub-browser.ts'
import { changedFilters, fieldsOf } from '../definition/filter-fields.ts'
import type { ListDefinition } from '../definition/list-definition.ts'
import type { ListState } from '../definition/list-spec.ts'
import { FilterChips } from './filter-chips.tsx'

beforeEach(stubBrowser)
afterEach(cleanup)

const definition: ListDefinition<Sample> = {
  ...sampleDefinition,
  list: {
    ...sampleDefinition.list,
    suffixes: true,
    filters: {
      status: 'status',
      currency: 'currency',
      size: 'money',
      createdAt: 'time',
      owner: 'person',
    },
    unindexed: ['createdAt'],
    unindexedTogether: [['currency', 'size']],
  },
}

/** As its list has it, which draws anew what is changed. */
function Changing(props: { set: ListState['filters'] }) {
  const [set, setSet] = useState(props.set)
  return (
    <FilterChips
      definition={definition}
      fields={fieldsOf(definition)}
      set={set}
      rows={[]}
      isPill={() => false}
      sort="-createdAt"
      total={1_000}
      onChange={(change) => setSet((before) => changedFilters(before, change, definition.list))}
    />
  )
}

function show(set: ListState['filters'], more: { sort?: string; total?: number } = {}) {
  const changed = vi.fn()
  render(
    <MantineProvider env="test">
      <FilterChips
        definition={definition}
        fields={fieldsOf(definition)}
        set={set}
        rows={[]}
        isPill={() => false}
        sort="-createdAt"
        total={1_000}
        {...more}
        onChange={changed}
      />
    </MantineProvider>,
  )
  return changed
}

const add = async (label: string) => {
  await userEvent.click(screen.getByRole('button', { name: 'Add filter' }))
  await userEvent.type(
    await screen.findByRole('combobox', { name: 'Filter by' }),
    `${label}{Enter}`,
  )
  return await screen.findByRole('combobox', { name: `${label}: how` })
}

test('a chip is changed, and taken away by its button or by a key', async () => {
  const changed = show({ 'size.min': ['100'] })
  const chip = await screen.findByRole('button', { name: 'Size at least 1.00' })
  await userEvent.click(chip)
  const amount = await screen.findByRole('textbox', { name: 'Amount' })
  await userEvent.clear(amount)
  await userEvent.type(amount, '2.5{Enter}')
  expect(changed).toHaveBeenLastCalledWith(expect.objectContaining({ 'size.min': ['250'] }))
  const without = expect.objectContaining({ 'size.min': [], match: [] })
  await userEvent.click(screen.getByRole('button', { name: 'Remove filter Size' }))
  expect(changed).toHaveBeenLastCalledWith(without)
  changed.mockClear()
  chip.focus()
  await userEvent.keyboard('{Backspace}')
  expect(changed).toHaveBeenLastCalledWith(without)
})

test('an end of a span that can’t be read is said so, and nothing is asked until it can', async () => {
  const changed = show({})
  await userEvent.selectOptions(await add('Size'), 'between')
  const [from, to] = [screen.getByLabelText('From'), screen.getByLabelText('To')]
  const apply = screen.getByRole<HTMLButtonElement>('button', { name: 'Apply' })
  await userEvent.type(from, '500')
  await userEvent.type(to, '1,000')
  expect(screen.getByText('Enter an amount, such as 1000.00')).toBeTruthy()
  expect(to.getAttribute('aria-invalid')).toBe('true')
  expect(apply.disabled).toBe(true)
  await userEvent.clear(to)
  expect(apply.disabled).toBe(false)
  await userEvent.type(to, '1000{Enter}')
  expect(screen.queryByText(/^Enter an amount/)).toBeNull()
  expect(changed).toHaveBeenLastCalledWith(
    expect.objectContaining({ 'size.min': ['50000'], 'size.max': ['100000'] }),
  )
})

test('the focus of a chip that is emptied goes on to the button that adds one', async () => {
  render(
    <MantineProvider env="test">
      <Changing set={{ owner: ['me'] }} />
    </MantineProvider>,
  )
  const chip = await screen.findByRole('button', { name: /^Owner/ })
  await userEvent.click(chip)
  await userEvent.click(await screen.findByRole('option', { name: /^Me/ }))
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Owner/ })).toBeNull())
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Add filter' }))
})

test('of two chips all must match, or any', async () => {
  const set = { 'status.not': ['on'], 'size.min': ['100'] }
  const changed = show(set)
  expect(await screen.findByText('and')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Match all of the filters' }))
  expect(changed).toHaveBeenLastCalledWith({ match: ['any'] })
  cleanup()
  show({ ...set, match: ['any'] })
  expect(await screen.findByText('or')).toBeTruthy()
})

test('f adds a filter, but not below a record that lies over the page', async () => {
  show({})
  const record = document.createElement('div')
  record.dataset['record'] = 'x'
  record.setAttribute('aria-modal', 'true')
  document.body.append(record)
  await userEvent.keyboard('f')
  record.remove()
  const button = screen.getByRole('button', { name: 'Add filter' })
  expect(button.getAttribute('aria-expanded')).toBe('false')
  await userEvent.keyboard('f')
  expect(button.getAttribute('aria-expanded')).toBe('true')
})

const many = 'This reads all 200,000 samples and may take a few seconds.'

test('what reads all of a long list says so before it is run', async () => {
  show({}, { total: 200_000 })
  await add('Created')
  expect(screen.getByText(many)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Run' })).toBeTruthy()
  cleanup()
  show({})
  await add('Created')
  expect(screen.queryByText(/This reads all/)).toBeNull()
})

test('so do two filters, or a filter and a sort, that only together read all of it', async () => {
  for (const [set, sort, isUnindexed] of [
    [{}, '-createdAt', false],
    [{}, '-size', true],
    [{ 'size.max': ['100'] }, '-createdAt', true],
  ] as const) {
    show(set, { sort, total: 200_000 })
    await add('Currency')
    expect([set, sort, screen.queryByText(many) !== null]).toEqual([set, sort, isUnindexed])
    cleanup()
  }
})
