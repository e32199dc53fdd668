// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { setConfig } from '../../api/config.ts'
import { sessionOpen } from './guard.ts'
import { useSession } from './session.store.ts'

const start = useSession.getInitialState()
let answer: { body: unknown; status?: number }
let sent: unknown

beforeEach(() => {
  localStorage.clear()
  setConfig({})
  useSession.setState(start, true)
  vi.stubGlobal('fetch', async (_: string, init: RequestInit) => {
    sent = init.body ? JSON.parse(String(init.body)) : undefined
    return new Response(JSON.stringify(answer.body), { status: answer.status ?? 200 })
  })
})
afterEach(() => vi.unstubAllGlobals())

const state = () => {
  const { data, isLoading, isError } = useSession.getState()
  return { data, isLoading, isError }
}
const credentials = { email: 'a@b.c', password: 'x' }
const data = { token: 'abc', tokenExpiry: '2099-01-01T00:00:00Z', admin: { name: 'Amara' } }

describe('the admin session (specification section 4)', () => {
  it('starts with the fields of section 3', () =>
    expect(start).toMatchObject({
      data: {},
      isLoading: false,
      isError: false,
      forgotPasswordSuccess: false,
      forgotPasswordMessage: '',
    }))

  it('loads while a login is pending, then holds its data', async () => {
    answer = { body: { message: '', data } }
    const login = useSession.getState().login(credentials)
    expect(state()).toEqual({ data: {}, isLoading: true, isError: false })
    await login
    expect(state()).toEqual({ data, isLoading: false, isError: false })
    expect(sessionOpen()).toBe(true)
  })

  it('flags a login that failed, and stores nothing', async () => {
    answer = { body: { message: 'Wrong' }, status: 401 }
    await expect(useSession.getState().login(credentials)).rejects.toThrow('Wrong')
    expect(state()).toEqual({ data: {}, isLoading: false, isError: true })
    expect(localStorage.getItem('token')).toBeNull()
  })

  it('replaces the data on logout and clears what is stored', async () => {
    answer = { body: { message: '', data } }
    await useSession.getState().login(credentials)
    answer = { body: { message: '', data: {} } }
    const logout = useSession.getState().logout()
    expect(state().isLoading).toBe(true)
    await logout
    expect(state()).toEqual({ data: {}, isLoading: false, isError: false })
    expect(sessionOpen()).toBe(false)
  })

  it('signs out here even where the server fails', async () => {
    answer = { body: { message: '', data } }
    await useSession.getState().login(credentials)
    answer = { body: { message: 'Broken' }, status: 500 }
    await expect(useSession.getState().logout()).rejects.toThrow('Broken')
    expect(state()).toEqual({ data, isLoading: false, isError: true })
    expect(localStorage.getItem('token')).toBeNull()
  })
})

describe('another server’s names (config.json)', () => {
  it('are used for the fields sent and the places read', async () => {
    setConfig({
      login: { email: 'login', password: 'pass', code: 'otp' },
      session: { token: 'jwt.value', tokenExpiry: 'jwt.exp' },
    })
    answer = { body: { data: { jwt: { value: 'abc', exp: 4102444800 } } } }
    await useSession.getState().login({ ...credentials, code: '123' })
    expect(sent).toEqual({ login: 'a@b.c', pass: 'x', otp: '123' })
    expect(localStorage.getItem('tokenExpiry')).toBe('4102444800')
    expect(sessionOpen()).toBe(true)
  })

  it.each([[{}], [null], [{ token: 'abc' }], [{ token: 5, tokenExpiry: 'x' }]])(
    'are asked for where the answer %j holds no session',
    async (body) => {
      answer = { body: { data: body } }
      await expect(useSession.getState().login(credentials)).rejects.toThrow('config.json')
      expect(localStorage.getItem('token')).toBeNull()
    },
  )
})
