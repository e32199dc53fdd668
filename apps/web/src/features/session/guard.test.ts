// @vitest-environment jsdom
import { beforeEach, describe, expect, it } from 'vitest'
import { expiryOf, sessionOpen } from '../../api/browser/stored-session.ts'
import { clearSession, keepSession, signedOutJustNow } from './guard.ts'

beforeEach(() => localStorage.clear())

const now = Date.parse('2026-05-01T12:00:00Z')

describe('the session guard (specification section 2)', () => {
  it('lets nobody pass without a token', () => {
    localStorage.setItem('tokenExpiry', '2099-01-01T00:00:00Z')
    expect(sessionOpen(now)).toBe(false)
  })

  it('lets nobody pass without an expiry', () => {
    localStorage.setItem('token', 'abc')
    expect(sessionOpen(now)).toBe(false)
  })

  it.each([
    ['2026-05-01T12:00:01Z', true],
    ['2026-05-01T12:00:00Z', false],
    ['2026-05-01T11:59:59Z', false],
    [String(now + 1000), true],
    [String(now - 1000), false],
    [String(now / 1000 + 1), true],
    [String(now / 1000 - 1), false],
    ['', false],
    ['soon', false],
    ['null', false],
  ])('with the expiry %s says %s', (expiry, open) => {
    localStorage.setItem('token', 'abc')
    localStorage.setItem('tokenExpiry', expiry)
    expect(sessionOpen(now)).toBe(open)
  })

  it('reads ISO text, milliseconds and seconds alike', () => {
    const iso = new Date(now).toISOString()
    expect([iso, String(now), String(now / 1000)].map(expiryOf)).toEqual([now, now, now])
  })
})

describe('the end of a session', () => {
  it('clears both stored values', () => {
    keepSession('abc', '2099-01-01')
    expect(sessionOpen(now)).toBe(true)
    clearSession()
    expect([localStorage.getItem('token'), localStorage.getItem('tokenExpiry')]).toEqual([
      null,
      null,
    ])
    expect(signedOutJustNow()).toBe(false)
  })

  it('is quiet for a moment where the person asked for it', () => {
    clearSession({ byChoice: true })
    expect(signedOutJustNow()).toBe(true)
    expect(signedOutJustNow(Date.now() + 60_000)).toBe(false)
    keepSession('abc', '2099-01-01')
    expect(signedOutJustNow()).toBe(false)
  })
})
