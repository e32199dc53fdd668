// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readFailure } from '../../api/failure.ts'
import css from './messages.css?raw'
import { dismissMessages, Messages, notice, showFailure, toast, undoable } from './messages.tsx'

beforeEach(() => {
  render(<Messages />)
})
afterEach(() => {
  dismissMessages()
  cleanup()
})

const said = () => screen.getAllByRole('alert').map((alert) => alert.textContent)

/** Shows what a server answered with a refusal. @returns the messages that stand then */
async function shown(body: unknown, status = 422) {
  showFailure(readFailure(status, body))
  await screen.findAllByRole('alert')
  return said()
}

describe('The shared error display works as follows:', () => {
  it('If the response has an errors array, it shows one message per entry.', async () => {
    const errors = ['The till is closed.', 'Come back on Monday.', 'Or call.']
    expect(await shown({ message: 'No', errors })).toEqual(errors)
  })

  it('Each entry is either text or an object with msg.', async () => {
    const errors = ['The till is closed.', { msg: 'Come back on Monday.', path: 'data.amount' }]
    expect(await shown({ errors })).toEqual(['The till is closed.', 'Come back on Monday.'])
  })

  it('If errors is a single value, it shows that value.', async () => {
    expect(await shown({ message: 'No', errors: 'The till is closed.' })).toEqual([
      'The till is closed.',
    ])
  })

  it.each([
    ['the message of the payload', { message: 'The till is closed.' }, 'The till is closed.'],
    ['the message of the request', {}, 'Request failed with status code 422'],
    ['the message of the request for no payload', undefined, 'Request failed with status code 422'],
  ])(
    'Otherwise it shows the payload message, or else the request error message. (%s)',
    async (_, body, text) => {
      expect(await shown(body)).toEqual([text])
    },
  )
})

const toastOf = (text: string) => screen.getByText(text).closest<HTMLElement>('.Toastify__toast')
const barOf = (text: string) =>
  toastOf(text)?.querySelector<HTMLElement>('[role=progressbar]')?.style.animationDuration

describe('Notification defaults: 3-second duration, positioned 8 px from the top.', () => {
  it('closes after 3 seconds', async () => {
    notice('Welcome')
    await screen.findByText('Welcome')
    expect(barOf('Welcome')).toBe('3000ms')
  })

  it('stands 8 px from the top', async () => {
    const style = document.createElement('style')
    style.textContent = css
    document.head.append(style)
    notice('Welcome')
    const container = (await screen.findByText('Welcome')).closest('.Toastify__toast-container')
    const { top } = getComputedStyle(container ?? document.body)
    style.remove()
    expect(top).toBe('8px')
  })
})

describe('Toast defaults: top-right position, auto-close after 5000 ms, light theme, draggable by touch, drag-dismiss threshold 80 percent.', () => {
  const show = async () => {
    toast.success('Saved')
    await screen.findByText('Saved')
    const element = toastOf('Saved') as HTMLElement
    Object.defineProperty(element, 'offsetWidth', { value: 100 })
    return element
  }
  const drag = (element: HTMLElement, distance: number, pointerType = 'touch') => {
    fireEvent.pointerDown(element, { clientX: 0, pointerType })
    fireEvent.pointerMove(document, { clientX: distance, pointerType })
    fireEvent.pointerUp(document, { pointerType })
    fireEvent.animationEnd(element)
  }

  it('top-right position', async () => {
    const element = await show()
    expect(element.closest('.Toastify__toast-container--top-right')).not.toBeNull()
  })

  it('auto-close after 5000 ms, whatever it says', async () => {
    toast.success('Saved')
    toast.error('Refused')
    toast.info('By the way')
    await screen.findByText('By the way')
    expect(['Saved', 'Refused', 'By the way'].map(barOf)).toEqual(Array(3).fill('5000ms'))
  })

  it('light theme', async () => {
    expect((await show()).classList).toContain('Toastify__toast-theme--light')
  })

  it('draggable by touch', async () => {
    const element = await show()
    drag(element, 200, 'mouse')
    expect(element.style.transform).toBe('')
    drag(element, 200)
    await waitFor(() => expect(screen.queryByText('Saved')).toBeNull())
  })

  it('drag-dismiss threshold 80 percent', async () => {
    const element = await show()
    drag(element, 79)
    await new Promise((done) => setTimeout(done, 100))
    expect(screen.getByText('Saved')).toBeDefined()
    drag(element, 81)
    await waitFor(() => expect(screen.queryByText('Saved')).toBeNull())
  })
})

describe('an Undo message is a notice of its own kind (decision 21)', () => {
  it('stays for 8 seconds, and stands among the notices', async () => {
    undoable('Post deleted', () => {})
    await screen.findByText('Post deleted')
    expect(barOf('Post deleted')).toBe('8000ms')
    expect(toastOf('Post deleted')?.closest('.notices')).not.toBeNull()
  })
})
