// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { readFailure } from '../../api/failure.ts'
import { clockText } from './countdown.tsx'
import { FailureBox } from './failure-box.tsx'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

describe('a wait', () => {
  it('is written as a clock has it', () =>
    expect([0, 9, 75, 870, 3600].map(clockText)).toEqual([
      '0:00',
      '0:09',
      '1:15',
      '14:30',
      '1:00:00',
    ]))

  it('counts down by what the server said, and says when it is over', async () => {
    const failure = readFailure(429, { message: 'Too many attempts.' }, { retryAfter: '90' })
    render(<FailureBox failure={failure} />)
    expect(screen.getByRole('alert').textContent).toContain('Too many attempts.')
    await act(() => vi.dynamicImportSettled())
    expect(screen.getByRole('timer').textContent).toBe('1:30')
    act(() => void vi.advanceTimersByTime(31_000))
    expect(screen.getByRole('timer').textContent).toBe('0:59')
    act(() => void vi.advanceTimersByTime(60_000))
    expect(screen.queryByRole('timer')).toBeNull()
    expect(screen.getByText('You can try again now.')).toBeTruthy()
  })

  it('is left out where the server says none', () => {
    render(<FailureBox failure={readFailure(403, { message: 'Wrong' })} />)
    expect(screen.getByRole('alert').textContent).toBe('Wrong')
  })
})
