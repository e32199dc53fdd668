import { expect, it } from 'vitest'
import { firstPageAt, type Pages } from './pages.ts'

const page = (path: string, guarded: boolean) => ({
  path,
  guarded,
  files: [`${path}.js`],
  asks: [],
})
const pages: Pages = {
  app: 'app.js',
  guarded: { files: ['guarded.js'], asks: [{ path: 'own' }] },
  pages: [
    page('/', false),
    page('/confirm/$token', false),
    page('/dashboard', true),
    page('/users/$id/edit', true),
    page('/users/members', true),
  ],
}
const at = (path: string, isSignedIn: boolean) => firstPageAt(pages, path, isSignedIn)?.path

it('is the page of the address', () => {
  expect(at('/users/members', true)).toBe('/users/members')
  expect(at('/users/17/edit', true)).toBe('/users/$id/edit')
  expect(at('/confirm/abc', false)).toBe('/confirm/$token')
})

it('is the sign-in page without a session, and the dashboard in its place with one', () => {
  expect(at('/users/members', false)).toBe('/')
  expect(at('/', true)).toBe('/dashboard')
  expect(at('/', false)).toBe('/')
})

it('is what every guarded page needs, then its own, and the former alone where the page isn’t listed', () => {
  const { files, asks } = firstPageAt(pages, '/dashboard', true) ?? {}
  expect([files, asks]).toEqual([['guarded.js', '/dashboard.js'], [{ path: 'own' }]])
  expect(firstPageAt(pages, '/confirm/x', false)?.files).toEqual(['/confirm/$token.js'])
  expect(firstPageAt(pages, '/users/17', true)?.files).toEqual(['guarded.js'])
  expect(at('/users/17', false)).toBe('/')
})
