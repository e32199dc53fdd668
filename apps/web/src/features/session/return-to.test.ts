// @vitest-environment jsdom
import { beforeEach, describe, expect, it } from 'vitest'
import { isOwnPage, rememberPage, takeRememberedPage } from './return-to.ts'

beforeEach(() => sessionStorage.clear())

describe('the page to return to', () => {
  it('is given once', () => {
    rememberPage('/bills?page=2#x')
    expect(takeRememberedPage()).toBe('/bills?page=2#x')
    expect(takeRememberedPage()).toBeNull()
  })

  it.each([
    '//evil.example',
    '//evil.example/bills',
    '///evil.example/bills',
    '/\\evil.example/bills',
    '/\t/evil.example/bills',
    '/\n/evil.example/bills',
    '/\\evil.example',
    '/\t/evil.example',
    'https://evil.example/',
    'javascript:alert(1)',
    '/',
    '/?theme=dark',
    '',
  ])('is never %j', (href) => {
    expect(isOwnPage(href)).toBe(false)
    sessionStorage.setItem('steward-return-to', href)
    expect(takeRememberedPage()).toBeNull()
  })
})
