import type { GuardedCall, GuardedName } from './guarded-call.ts'

type AccountCall = Extract<GuardedName, `${'accounts' | 'profile' | 'secondFactor'}.${string}`>

/** A password that is nobody's: what asks for one's own refuses it at the field. */
const wrong = { password: 'not the password of this person' }
/** Nobody has a passkey or a session of this id. */
const unknown = '00000000-0000-7000-8000-000000000000'

const once = <N extends AccountCall>(
  request: ReturnType<GuardedCall<N>['request']>,
  answers: number,
): GuardedCall<N> => ({ request: () => request, answers })

/** The guarded calls about accounts, as `guardedCalls` has them. */
export const accountCalls: { readonly [N in AccountCall]: GuardedCall<N> } = {
  'accounts.listWaiting': once({}, 200),
  'accounts.approve': {
    about: 'users',
    request: ({ id, plainRole }) => ({ params: { id }, body: { role: plainRole } }),
    // Nobody here waits for approval.
    answers: { other: 409, deleted: 404, unknown: 404 },
  },
  'accounts.decline': {
    about: 'users',
    request: ({ id }) => ({ params: { id } }),
    answers: { other: 409, deleted: 404, unknown: 404 },
  },
  'accounts.invite': {
    about: 'users',
    request: ({ id }) => ({ params: { id } }),
    answers: { own: 409, other: 200, deleted: 404, unknown: 404 },
  },
  'profile.own': once({}, 200),
  'profile.update': once({ body: { name: 'Another name' } }, 200),
  'profile.image': once({ body: { image: null } }, 200),
  'profile.preferences': once({}, 200),
  'profile.setPreferences': once({ body: { language: 'de' } }, 200),
  'profile.changePassword': once(
    { body: { currentPassword: wrong.password, password: 'a new and longer phrase' } },
    422,
  ),
  // Nobody here has a passkey.
  'profile.stepUpOptions': once({}, 409),
  'profile.stepUp': once({ body: wrong }, 422),
  'profile.sessions': once({}, 200),
  'profile.endOtherSessions': once({}, 200),
  'profile.endSession': once({ params: { id: unknown } }, 404),
  'secondFactor.own': once({}, 200),
  'secondFactor.startTotp': once({ body: wrong }, 422),
  'secondFactor.confirmTotp': once({ body: { code: '000000' } }, 409),
  'secondFactor.removeTotp': once({ body: wrong }, 422),
  'secondFactor.newRecoveryCodes': once({ body: wrong }, 422),
  'secondFactor.passkeyOptions': once({ body: wrong }, 422),
  'secondFactor.addPasskey': once(
    {
      body: {
        name: 'Key',
        challengeId: unknown,
        response: { id: 'key', rawId: 'key', type: 'public-key', response: {} },
      },
    },
    409,
  ),
  'secondFactor.renamePasskey': once({ params: { id: unknown }, body: { name: 'Key' } }, 404),
  'secondFactor.removePasskey': once({ params: { id: unknown }, body: wrong }, 422),
  'secondFactor.ofUser': {
    about: 'users',
    request: ({ id }) => ({ params: { id } }),
    answers: { own: 200, other: 200, deleted: 404, unknown: 404 },
  },
  'secondFactor.clear': {
    about: 'users',
    request: ({ id }) => ({ params: { id } }),
    // Only for owners, whatever permission somebody holds.
    answers: { own: 403, other: 403, deleted: 404, unknown: 404 },
  },
}
