// @vitest-environment jsdom
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { readFailure } from '../../api/failure.ts'
import { dropAskFor, useAskFor } from '../permissions/ask-for.ts'
import { dismissMessages, Messages, notice, showFailure, toast, undoable } from './messages.tsx'
import { forgetActs, undoLastAct } from './undo-stack.ts'

beforeEach(() => {
  render(<Messages />)
})
afterEach(() => {
  dismissMessages()
  forgetActs()
  cleanup()
})

const inside = (label: RegExp) => screen.getByRole('region', { name: label })

describe('messages (specification section 9)', () => {
  it('keeps notices and toasts apart', async () => {
    notice('Welcome')
    toast.success('Saved')
    const [one, other] = [await screen.findByText('Welcome'), await screen.findByText('Saved')]
    expect(inside(/notices/i).contains(one)).toBe(true)
    expect(inside(/messages/i).contains(other)).toBe(true)
  })

  it('says the same notice once', async () => {
    notice('Session over')
    notice('Session over')
    await screen.findByText('Session over')
    await new Promise((done) => setTimeout(done, 50))
    expect(screen.getAllByText('Session over')).toHaveLength(1)
  })

  it('leaves a lost session to the guard', async () => {
    showFailure(readFailure(401, { message: 'Session expired' }))
    showFailure(readFailure(404, { message: 'Gone' }))
    await screen.findByText('Gone')
    expect(screen.queryByText('Session expired')).toBeNull()
  })

  it('shows a failure as one toast for each of its entries', async () => {
    showFailure(readFailure(422, { message: 'No', errors: ['is short', { msg: 'is short' }, 'x'] }))
    await waitFor(() => expect(screen.getAllByRole('alert')).toHaveLength(3))
    expect(screen.getAllByText('is short')).toHaveLength(2)
    expect(screen.queryByText('No')).toBeNull()
  })

  it('offers to take an action back', async () => {
    const undo = vi.fn()
    undoable('Post deleted', undo)
    await userEvent.click(await screen.findByRole('button', { name: 'Undo' }))
    expect(undo).toHaveBeenCalledOnce()
  })

  it('shows what can be taken back for longer than other messages', async () => {
    const secondsOf = async (words: string) => {
      const message = (await screen.findByText(words)).closest('.Toastify__toast')
      const bar = message?.querySelector<HTMLElement>('[role=progressbar]')
      return Number.parseInt(bar?.style.animationDuration ?? '', 10) / 1000
    }
    toast.success('Saved')
    undoable('Post deleted', () => {})
    expect(await secondsOf('Saved')).toBe(5)
    expect(await secondsOf('Post deleted')).toBeGreaterThanOrEqual(8)
  })

  it('names the record beside a message, whose words stay as they are', async () => {
    toast.success('Bill deleted', 'B-12')
    undoable('Post deleted', () => {}, 'Post by Bo')
    expect((await screen.findByText('Bill deleted')).nextSibling?.textContent).toBe('B-12')
    expect((await screen.findByText('Post deleted')).nextSibling?.textContent).toBe('Post by Bo')
  })

  it('reaches Undo by one key, also from a field, and gives the focus back', async () => {
    const field = document.createElement('input')
    document.body.append(field)
    field.focus()
    await userEvent.keyboard('{F8}')
    expect(document.activeElement).toBe(field)
    const undo = vi.fn()
    undoable('First', vi.fn())
    undoable('Post deleted', undo)
    await waitFor(() => expect(screen.getAllByRole('button', { name: 'Undo' })).toHaveLength(2))
    const button = screen.getAllByRole('button', { name: 'Undo' }).at(-1)
    expect(button?.getAttribute('aria-keyshortcuts')).toBe('F8')
    await userEvent.keyboard('a{F8}')
    expect(document.activeElement).toBe(button)
    const bar = button
      ?.closest('.Toastify__toast')
      ?.querySelector<HTMLElement>('[role=progressbar]')
    await waitFor(() => expect(bar?.style.animationPlayState).toBe('paused'))
    await userEvent.keyboard('{Escape}')
    expect(document.activeElement).toBe(field)
    await userEvent.keyboard('{F8}{Enter}')
    expect(undo).toHaveBeenCalledOnce()
    expect(document.activeElement).toBe(field)
    expect(field.value).toBe('a')
    field.remove()
  })

  it('offers to ask for what a refusal says is lacking, by the same key', async () => {
    const field = document.createElement('input')
    document.body.append(field)
    field.focus()
    const data = {
      permission: { module: 'Operations', submodule: 'Bills', action: 'delete' },
      records: [{ _id: 'b1', title: 'B-12' }],
    }
    showFailure(readFailure(403, { code: 'not_permitted', message: 'Only small ones', data }))
    const button = await screen.findByRole('button', { name: 'Ask for this…' })
    expect(screen.getByText('Only small ones').closest('[role=alert]')).not.toBeNull()
    expect(inside(/messages/i).contains(button)).toBe(true)
    await userEvent.keyboard('{F8}')
    expect(document.activeElement).toBe(button)
    await userEvent.keyboard('{Enter}')
    expect(useAskFor.getState().lacking).toEqual(data)
    expect(document.activeElement).toBe(field)
    field.remove()
    dropAskFor()
  })

  it('offers nothing to ask for where a refusal names no records', async () => {
    const permission = { module: 'Operations', submodule: 'Bills', action: 'delete' }
    const body = { code: 'not_permitted', message: 'You may not', data: { permission } }
    showFailure(readFailure(403, body))
    await screen.findByText('You may not')
    expect(screen.queryByRole('button', { name: 'Ask for this…' })).toBeNull()
  })

  it('takes back what was done last, then what was done before it, each once', async () => {
    const undone: string[] = []
    undoable('One', () => undone.push('one'))
    undoable('Two', () => undone.push('two'))
    undoable('Three', () => undone.push('three'))
    await waitFor(() => expect(screen.getAllByRole('button', { name: 'Undo' })).toHaveLength(3))
    await userEvent.click(screen.getAllByRole('button', { name: 'Undo' })[1] as HTMLElement)
    expect([undoLastAct(), undoLastAct(), undoLastAct()]).toEqual([true, true, false])
    await waitFor(() => expect(undone).toEqual(['two', 'three', 'one']))
    await waitFor(() => expect(screen.queryByText('Three')).toBeNull())
  })
})
