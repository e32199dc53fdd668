// @vitest-environment jsdom
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useRef } from 'react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { useRoving } from './use-roving.ts'

const { prototype } = HTMLElement
const given = Object.getOwnPropertyDescriptor(prototype, 'checkVisibility')

// As browsers have it, which jsdom lacks.
beforeEach(() => {
  prototype.checkVisibility = function (this: HTMLElement) {
    for (let each: Element | null = this; each; each = each.parentElement)
      if (getComputedStyle(each).display === 'none') return false
    return true
  }
})
afterEach(() => {
  cleanup()
  if (given) Object.defineProperty(prototype, 'checkVisibility', given)
  else Reflect.deleteProperty(prototype, 'checkVisibility')
})

function Head() {
  const head = useRef<HTMLDivElement>(null)
  useRoving(head)
  return (
    <div data-less="" data-testid="table">
      <style>{'[data-less~="2"] [data-priority="2"] { display: none }'}</style>
      <div ref={head} role="toolbar">
        <button type="button">Title</button>
        <button type="button">Status</button>
        <span data-priority="2">
          <button type="button">Assignee</button>
        </span>
      </div>
    </div>
  )
}

const button = (name: string) => screen.getByText<HTMLButtonElement>(name)
const less = (which: string) => {
  screen.getByTestId('table').dataset['less'] = which
}

test('the arrow keys pass over what is not drawn', async () => {
  render(<Head />)
  less('2')
  button('Status').focus()
  await userEvent.keyboard('{ArrowRight}')
  expect(document.activeElement?.textContent).toBe('Title')
  await userEvent.keyboard('{ArrowLeft}')
  expect(document.activeElement?.textContent).toBe('Status')
  await userEvent.keyboard('{Home}{End}')
  expect(document.activeElement?.textContent).toBe('Status')
})

test('once the stop of Tab is left out, another one is it', async () => {
  render(<Head />)
  button('Assignee').focus()
  button('Assignee').blur()
  expect(button('Title').tabIndex).toBe(-1)
  less('2')
  await waitFor(() => expect(button('Title').tabIndex).toBe(0))
  less('')
  await waitFor(() => expect(button('Assignee').tabIndex).toBe(-1))
})

test('so it is where a window has become too narrow for it', () => {
  render(<Head />)
  button('Assignee').focus()
  button('Assignee').style.display = 'none'
  window.dispatchEvent(new Event('resize'))
  expect(button('Title').tabIndex).toBe(0)
})
