// @vitest-environment jsdom
import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import {
  claimDrafts,
  forgetDrafts,
  leaveDraftsTo,
  readDraft,
} from '../../api/browser/form-drafts.ts'
import { useDraft } from './use-draft.ts'

beforeEach(() => {
  vi.useFakeTimers()
  sessionStorage.clear()
  claimDrafts(null)
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const form = (first: string | null) =>
  renderHook(({ value }) => useDraft('roles/new', () => value), { initialProps: { value: first } })

it('keeps what stands unsaved a moment after it was typed, and at once when the form goes', () => {
  const { rerender, unmount } = form('a')
  expect(readDraft('roles/new')).toBeNull()
  act(() => vi.advanceTimersByTime(400))
  expect(readDraft('roles/new')).toBe('a')
  rerender({ value: 'b' })
  unmount()
  expect(readDraft('roles/new')).toBe('b')
})

it('keeps what stands unsaved as the tab goes', () => {
  form('a')
  window.dispatchEvent(new Event('pagehide'))
  expect(readDraft('roles/new')).toBe('a')
})

it('forgets what was saved or given up', () => {
  const { result, unmount } = form('a')
  expect(result.current.unsaved()).toBe(true)
  result.current.discard()
  expect(result.current.unsaved()).toBe(false)
  unmount()
  expect(readDraft('roles/new')).toBeNull()
})

it('keeps nothing of a clean form', () => {
  const { rerender } = form('a')
  act(() => vi.advanceTimersByTime(400))
  rerender({ value: null })
  act(() => vi.advanceTimersByTime(400))
  expect(readDraft('roles/new')).toBeNull()
  // Not even that there is nothing.
  expect(Object.keys(sessionStorage)).toEqual([])
})

it('has nothing to lose while the form is clean', () => {
  const { result, rerender } = form(null)
  expect(result.current.unsaved()).toBe(false)
  rerender({ value: 'a' })
  expect(result.current.unsaved()).toBe(true)
  rerender({ value: null })
  expect(result.current.unsaved()).toBe(false)
})

it('counts what is typed anew once a form that was saved is clean again', () => {
  const { result, rerender } = form('a')
  result.current.discard()
  rerender({ value: null })
  act(() => vi.advanceTimersByTime(400))
  rerender({ value: 'b' })
  act(() => vi.advanceTimersByTime(400))
  expect(result.current.unsaved()).toBe(true)
  expect(readDraft('roles/new')).toBe('b')
})

it('leaves nothing behind of who signs out', () => {
  const { unmount } = form('a')
  forgetDrafts()
  unmount()
  expect(readDraft('roles/new')).toBeNull()
})

it('waits for the same person, and for nobody else', () => {
  form('a').unmount()
  leaveDraftsTo('ada')
  claimDrafts('ada')
  expect(readDraft('roles/new')).toBe('a')
  leaveDraftsTo('ada')
  claimDrafts('eve')
  expect(readDraft('roles/new')).toBeNull()
})
