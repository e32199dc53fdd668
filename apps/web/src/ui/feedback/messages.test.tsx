// @vitest-environment jsdom
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { readFailure } from '../../api/failure.ts'
import { dismissMessages, Messages, notice, showFailure, toast, undoable } from './messages.tsx'

beforeEach(() => {
  render(<Messages />)
})
afterEach(() => {
  dismissMessages()
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
})
