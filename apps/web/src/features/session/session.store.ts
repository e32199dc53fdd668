import { sessionRoutes } from '@steward/contract/session.routes'
import { create } from 'zustand'
import { call, send } from '../../api/client.ts'
import { config } from '../../api/config.ts'
import { Failure } from '../../api/failure.ts'
import { type Admin, keepAdmin, readAdmin } from './admin.ts'
import { at } from './dot-path.ts'
import { clearSession, keepSession } from './guard.ts'

/** What a person types to sign in. */
interface Credentials {
  email: string
  password: string
  /** The second factor, where the server has asked for it. */
  code?: string
}

/** The admin session (specification section 3); its actions move it as section 4 says. */
export interface SessionState {
  /** The `data` of the last login or logout; `{}` before the first. */
  data: Record<string, unknown>
  isLoading: boolean
  isError: boolean
  forgotPasswordSuccess: boolean
  forgotPasswordMessage: string
  /** Signs in and stores token and expiry. @throws Failure */
  login: (credentials: Credentials) => Promise<void>
  /** Signs out. The session stored here is cleared whatever the server says. @throws Failure */
  logout: () => Promise<void>
}

const asRecord = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? { ...value } : {}

/** The session of the person signed in. */
export const useSession = create<SessionState>()((set) => {
  /** Pending, success and failure of an action (specification section 4). */
  async function act<T>(action: () => Promise<T>): Promise<T> {
    set({ isLoading: true, isError: false })
    try {
      const result = await action()
      set({ isLoading: false })
      return result
    } catch (thrown) {
      set({ isLoading: false, isError: true })
      throw thrown
    }
  }

  return {
    data: {},
    isLoading: false,
    isError: false,
    forgotPasswordSuccess: false,
    forgotPasswordMessage: '',

    login: (credentials) =>
      act(async () => {
        const answer = await send(sessionRoutes['session.login'], { body: loginBody(credentials) })
        const data = asRecord(answer.data)
        store(data)
        set({ data })
      }),

    logout: () =>
      act(async () => {
        try {
          const answer = await call('session.logout')
          set({ data: asRecord(answer.data) })
        } finally {
          clearSession({ byChoice: true })
        }
      }),
  }
})

/** The person signed in, as far as the login told of them; it survives a reload. */
export function useAdmin(): Admin | null {
  const data = useSession((state) => state.data)
  return readAdmin(at(data, config().session?.admin ?? 'admin'))
}

function loginBody({ email, password, code }: Credentials): Record<string, string> {
  const names = config().login ?? {}
  const body = { [names.email ?? 'email']: email, [names.password ?? 'password']: password }
  if (code) body[names.code ?? 'code'] = code
  return body
}

function store(data: Record<string, unknown>): void {
  const where = config().session ?? {}
  const token = at(data, where.token ?? 'token')
  const expiry = at(data, where.tokenExpiry ?? 'tokenExpiry')
  if (typeof token !== 'string' || token === '') throw incomplete('token')
  if ((typeof expiry !== 'string' && typeof expiry !== 'number') || expiry === '')
    throw incomplete('tokenExpiry')
  // The token goes last: it is what other tabs look for.
  keepAdmin(at(data, where.admin ?? 'admin'))
  keepSession(token, String(expiry))
}

const incomplete = (what: string) =>
  new Failure({
    status: 200,
    code: 'unknown',
    message: `You were let in, but the server’s answer holds no ${what}. Where it stands can be set as session.${what} in config.json.`,
  })
