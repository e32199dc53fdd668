import { accountsRoutes } from '@steward/contract/accounts/accounts.routes'
import { sessionRoutes } from '@steward/contract/accounts/session.routes'
import { at, withAt } from '@steward/contract/values/dot-path'
import { t } from '@steward/i18n/reader'
import { create } from 'zustand'
import { textOf } from '../../api/answers/read.ts'
import { claimDrafts } from '../../api/browser/form-drafts.ts'
import { beforeLeaving } from '../../api/browser/leaving.ts'
import { claimRecent } from '../../api/browser/recent-owner.ts'
import { leaveRoleView } from '../../api/browser/role-view.ts'
import { call, send } from '../../api/client.ts'
import { config } from '../../api/config.ts'
import { Failure } from '../../api/failure.ts'
import type { PasskeyProof } from '../../api/passkey.ts'
import { type Admin, keepAdmin, readAdmin } from './admin.ts'
import { clearSession, keepSession, whoOf } from './guard.ts'

export type SecondFactor = { code: string } | { passkey: PasskeyProof }

interface Credentials {
  email: string
  password: string
  secondFactor?: SecondFactor | undefined
}

/** The admin session (specification section 3); its actions move it as section 4 says. */
export interface SessionState {
  /** The `data` of the last login or logout; `{}` before the first one. */
  data: Record<string, unknown>
  isLoading: boolean
  isError: boolean
  forgotPasswordSuccess: boolean
  forgotPasswordMessage: string
  /** Signs in and stores token and expiry; throws Failure. */
  login: (credentials: Credentials) => Promise<void>
  /** Signs in by what `ask` answers, and stores token and expiry; throws Failure. */
  signInBy: (ask: () => Promise<{ data?: unknown }>) => Promise<void>
  /**
   * Signs out; clears the stored session whatever the server answers. Throws Failure.
   * @returns where to sign out at an identity provider too, where the session began at one
   */
  logout: () => Promise<string | undefined>
  /** Asks for a reset e-mail and sets success and message; throws Failure. */
  forgotPassword: (email: string) => Promise<void>
  /** Sets a new password; returns the server's message or throws Failure. */
  resetPassword: (token: string, password: string) => Promise<string>
  updateAdmin: (admin: unknown) => void
}

/** The exact wording of specification section 4, in every language. */
const forgotPasswordWords = {
  // i18n-ignore: the specification’s
  sent: 'Reset email sent',
  // i18n-ignore: the specification’s
  failed: 'Failed to send reset email',
} as const

const adminPath = () => config().session?.admin ?? 'admin'

const asRecord = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? { ...value } : {}

export const useSession = create<SessionState>()((set) => {
  /** Runs an action and sets whether it is pending or has failed (specification section 4). */
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

  const signIn = (ask: () => Promise<{ data?: unknown }>) =>
    act(async () => {
      const data = sessionData(await ask())
      store(data)
      set({ data })
    })

  return {
    data: {},
    isLoading: false,
    isError: false,
    forgotPasswordSuccess: false,
    forgotPasswordMessage: '',

    login: (credentials) =>
      signIn(() => send(sessionRoutes['session.login'], { body: loginBody(credentials) })),

    signInBy: signIn,

    logout: () =>
      act(async () => {
        // Ends viewing as a role as well, since that needs the own session.
        beforeLeaving()
        leaveRoleView()
        try {
          const answer = await call('session.logout')
          set({ data: asRecord(answer.data) })
          return answer.data.endSessionUrl
        } finally {
          clearSession({ byChoice: true })
        }
      }),

    forgotPassword: async (email) => {
      set({ forgotPasswordSuccess: false, forgotPasswordMessage: '' })
      try {
        const name = config().forgotPassword?.email ?? 'email'
        const route = accountsRoutes['accounts.forgotPassword']
        const { message } = await act(() => send(route, { body: { [name]: email } }))
        const words = textOf(message) ?? forgotPasswordWords.sent
        set({ forgotPasswordSuccess: true, forgotPasswordMessage: words })
      } catch (thrown) {
        set({ forgotPasswordSuccess: false, forgotPasswordMessage: forgotPasswordWords.failed })
        throw thrown
      }
    },

    resetPassword: (token, password) =>
      act(async () => {
        const answer = await call('accounts.resetPassword', { body: { token, password } })
        // The server has ended every session of the account, perhaps also the stored one.
        clearSession({ byChoice: true })
        return answer.message || t('Your new password is set. Please sign in with it.')
      }),

    updateAdmin: (admin) => {
      keepAdmin(admin)
      set(({ data }) => ({ data: withAt(data, adminPath(), admin) }))
    },
  }
})

export function useAdmin(): Admin | null {
  const data = useSession((state) => state.data)
  return readAdmin(at(data, adminPath()))
}

function loginBody({ email, password, secondFactor }: Credentials): Record<string, unknown> {
  const names = config().login ?? {}
  const body = { [names.email ?? 'email']: email, [names.password ?? 'password']: password }
  if (!secondFactor) return body
  if ('passkey' in secondFactor) return { ...body, passkey: secondFactor.passkey }
  return { ...body, [names.code ?? 'code']: secondFactor.code }
}

const places = () => {
  const { token = 'token', tokenExpiry = 'tokenExpiry' } = config().session ?? {}
  return { token, tokenExpiry, admin: adminPath() }
}

/** The `data` of a login, with missing values taken from the rest of the answer. */
function sessionData(answer: { data?: unknown }): Record<string, unknown> {
  const data = asRecord(answer.data)
  return Object.values(places())
    .filter((place) => at(data, place) === undefined && at(answer, place) !== undefined)
    .reduce((made, place) => withAt(made, place, at(answer, place)), data)
}

function store(data: Record<string, unknown>): void {
  const where = places()
  const token = at(data, where.token)
  const expiry = at(data, where.tokenExpiry)
  if (typeof token !== 'string' || token === '') throw incomplete('token')
  if ((typeof expiry !== 'string' && typeof expiry !== 'number') || expiry === '')
    throw incomplete('tokenExpiry')
  // The token is stored last, since other tabs act when they see it.
  const admin = at(data, where.admin)
  claimDrafts(whoOf(readAdmin(admin)))
  claimRecent(whoOf(readAdmin(admin)))
  keepAdmin(admin)
  keepSession(token, String(expiry))
}

const incomplete = (name: string) =>
  new Failure({
    status: 200,
    code: 'unknown',
    message: t(
      'The sign-in was answered, but the answer has no {name}. Where it stands can be set as session.{name} in config.json.',
      { name },
    ),
  })
