import { type Check, judge, send, tryCall } from './check.ts'
import type { Difference } from './findings.ts'
import { messagesOf } from './reading.ts'

/** Asks for a reset mail for an address that no mail reaches, and sets a password by a dead link. */
export async function checkAccounts(check: Check): Promise<void> {
  const { findings, mark } = check
  const email = `conformance-${mark}@steward.invalid`
  await tryCall(check, 'accounts.forgotPassword', {
    json: { [check.config.forgotPassword['email'] ?? 'email']: email },
    authorization: null,
  })

  const token = `conformance-${mark}`
  const json = { token, password: `no password ${mark} of anybody` }
  const answer = await send(check, 'accounts.resetPassword', { json, authorization: null })
  // Nobody was ever given that token: to refuse it is right.
  const refused = answer.status >= 400 && answer.status < 500
  if (!refused || [404, 405, 429].includes(answer.status)) {
    judge(check, 'accounts.resetPassword', answer, took)
  } else if (messagesOf(answer).length > 0) findings.add('accounts.resetPassword', 'has')
  else {
    const words = `refuses a dead token with ${answer.status}, and no message to show (section 8)`
    findings.add('accounts.resetPassword', 'differs', words, true)
  }
}

const took = (): Difference => ({ words: 'takes a token that nobody was given', usable: true })

/** Signs out; the token has to be dead then. */
export async function checkLogout(check: Check): Promise<void> {
  const answer = await tryCall(check, 'session.logout')
  if (!answer) return
  const after = await send(check, 'permissions.own')
  if (after.status === 401) return
  const words = `afterwards the token still works (status ${after.status}); 401 is expected`
  check.findings.add('session.logout', 'differs', words, true)
}
