// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { sampleDefinition } from '../../../testing/sample-list.ts'
import { stubBrowser } from '../../../testing/stub-browser.ts'
import { fieldsOf } from '../definition/filter-fields.ts'
import type { ListDefinition } from '../definition/list-definition.ts'
import { FilterEditor } from './filter-editor.tsx'

beforeEach(stubBrowser)
afterEach(cleanup)

const definition = sampleDefinition as unknown as ListDefinition<unknown>
const [field] = fieldsOf(definition)

function Popover(props: { withEditor: boolean }) {
  return (
    <MantineProvider env="test">
      <button type="button">Status</button>
      <div role="dialog" tabIndex={-1} aria-label="Filter Status">
        {props.withEditor && field && (
          <FilterEditor
            definition={definition}
            fields={[field]}
            field={field}
            set={{}}
            rows={[]}
            sort="-createdAt"
            total={0}
            onChange={() => {}}
            onDone={() => {}}
          />
        )}
      </div>
    </MantineProvider>
  )
}

test('its first field has the focus where the focus trap has found none before it', () => {
  const { rerender } = render(<Popover withEditor={false} />)
  screen.getByRole('dialog').focus()
  rerender(<Popover withEditor />)
  expect(document.activeElement?.matches('input, select')).toBe(true)
})

test('the focus is left to the trap where that has yet to take it', () => {
  const { rerender } = render(<Popover withEditor={false} />)
  const button = screen.getByRole('button', { name: 'Status' })
  button.focus()
  rerender(<Popover withEditor />)
  expect(screen.getByRole('dialog').querySelector('input, select')).not.toBeNull()
  expect(document.activeElement).toBe(button)
})
