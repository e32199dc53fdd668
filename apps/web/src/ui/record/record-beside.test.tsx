// @vitest-environment jsdom
import { MantineProvider, Select } from '@mantine/core'
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { stubBrowser } from '../../testing/stub-browser.ts'
import { RecordBeside } from './record-beside.tsx'

beforeEach(stubBrowser)
afterEach(cleanup)

test('Escape closes the choices of a field first, then the record', async () => {
  const closed = vi.fn()
  render(
    <MantineProvider env="test">
      <RecordBeside
        id="x"
        title="Task"
        place={null}
        onPrevious={undefined}
        onNext={undefined}
        wanted={{ current: false }}
        onClose={closed}
        onList={() => {}}
      >
        <Select label="Assignee" data={['Ann', 'Ben']} searchable />
      </RecordBeside>
    </MantineProvider>,
  )
  const user = userEvent.setup()
  const field = screen.getByRole('combobox', { name: 'Assignee' })
  await user.click(field)
  expect(field.getAttribute('aria-expanded')).toBe('true')
  await user.keyboard('{Escape}')
  expect(field.getAttribute('aria-expanded')).toBe('false')
  expect(closed).not.toHaveBeenCalled()
  await user.keyboard('{Escape}')
  expect(closed).toHaveBeenCalledOnce()
})
