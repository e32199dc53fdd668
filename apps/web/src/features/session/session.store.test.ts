// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { sessionOpen } from '../../api/browser/stored-session.ts'
import { setConfig } from '../../api/config.ts'
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

describe('a forgotten password (specification section 4)', () => {
  const forgot = () => {
    const { isLoading, isError, forgotPasswordSuccess, forgotPasswordMessage } =
      useSession.getState()
    return { isLoading, isError, forgotPasswordSuccess, forgotPasswordMessage }
  }
  const ask = () => useSession.getState().forgotPassword('a@b.c')

  it('clears success and message while pending, then has the server’s message', async () => {
    useSession.setState({ forgotPasswordSuccess: true, forgotPasswordMessage: 'Old' })
    answer = { body: { message: 'Look into your mail', data: null } }
    const asking = ask()
    expect(forgot()).toEqual({
      isLoading: true,
      isError: false,
      forgotPasswordSuccess: false,
      forgotPasswordMessage: '',
    })
    await asking
    expect(forgot()).toEqual({
      isLoading: false,
      isError: false,
      forgotPasswordSuccess: true,
      forgotPasswordMessage: 'Look into your mail',
    })
    expect(sent).toEqual({ email: 'a@b.c' })
  })

  it.each([[{}], [{ message: '' }], [{ message: null }]])(
    'says ‘Reset email sent’ where the answer is %j',
    async (body) => {
      answer = { body }
      await ask()
      expect(forgot().forgotPasswordMessage).toBe('Reset email sent')
    },
  )

  it.each([
    [422, 'must be an e-mail address'],
    [429, 'Too many'],
    [500, 'Broken'],
  ])(
    'says ‘Failed to send reset email’ on %i, whatever the server says',
    async (status, message) => {
      answer = { body: { message }, status }
      await expect(ask()).rejects.toThrow(message)
      expect(forgot()).toEqual({
        isLoading: false,
        isError: true,
        forgotPasswordSuccess: false,
        forgotPasswordMessage: 'Failed to send reset email',
      })
    },
  )
})

describe('a reset password (specification section 4)', () => {
  it('sends token and password, and leaves no session behind', async () => {
    answer = { body: { message: '', data } }
    await useSession.getState().login(credentials)
    answer = { body: { message: 'Set', data: null } }
    const reset = useSession.getState().resetPassword('t', 'p')
    expect(state().isLoading).toBe(true)
    expect(await reset).toBe('Set')
    expect(sent).toEqual({ token: 't', password: 'p' })
    expect(state().isLoading).toBe(false)
    expect(sessionOpen()).toBe(false)
  })

  it('flags a failure, and the session that stands stays', async () => {
    answer = { body: { message: '', data } }
    await useSession.getState().login(credentials)
    answer = { body: { message: 'Dead', code: 'dead_link' }, status: 400 }
    await expect(useSession.getState().resetPassword('t', 'p')).rejects.toThrow('Dead')
    expect(state()).toMatchObject({ isLoading: false, isError: true })
    expect(sessionOpen()).toBe(true)
  })
})

it('takes note of a new name, wherever the login told of the person', async () => {
  setConfig({ session: { admin: 'who.person' } })
  answer = { body: { data: { ...data, who: { person: { name: 'Amara' }, more: 1 } } } }
  await useSession.getState().login(credentials)
  useSession.getState().updateAdmin({ name: 'Amara Obi' })
  expect(useSession.getState().data).toMatchObject({
    who: { person: { name: 'Amara Obi' }, more: 1 },
  })
})

describe('another server’s names (config.json)', () => {
  it('are used for the fields sent and the places read', async () => {
    setConfig({
      login: { email: 'login', password: 'pass', code: 'otp' },
      session: { token: 'jwt.value', tokenExpiry: 'jwt.exp' },
    })
    answer = { body: { data: { jwt: { value: 'abc', exp: 4102444800 } } } }
    await useSession.getState().login({ ...credentials, secondFactor: { code: '123' } })
    expect(sent).toEqual({ login: 'a@b.c', pass: 'x', otp: '123' })
    expect(localStorage.getItem('tokenExpiry')).toBe('4102444800')
    expect(sessionOpen()).toBe(true)
  })

  it('may name places outside data', async () => {
    setConfig({ session: { token: 'accessToken', admin: 'user' } })
    const body = { accessToken: 'abc', user: { name: 'Amara' }, data: { tokenExpiry: 4102444800 } }
    answer = { body }
    await useSession.getState().login(credentials)
    expect(localStorage.getItem('token')).toBe('abc')
    expect(localStorage.getItem('tokenExpiry')).toBe('4102444800')
    const { data: within, ...beside } = body
    expect(useSession.getState().data).toEqual({ ...within, ...beside })
    // What stands in both is taken from data.
    answer = { body: { ...body, data: { ...body.data, accessToken: 'within' } } }
    await useSession.getState().login(credentials)
    expect(localStorage.getItem('token')).toBe('within')
    answer = { body: { accessToken: 'bare', tokenExpiry: 4102444800 } }
    await useSession.getState().login(credentials)
    expect(localStorage.getItem('token')).toBe('bare')
  })

  it('are used for the request of a new password', async () => {
    setConfig({ forgotPassword: { email: 'username' } })
    answer = { body: { message: 'Sent' } }
    await useSession.getState().forgotPassword('a@b.c')
    expect(sent).toEqual({ username: 'a@b.c' })
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
