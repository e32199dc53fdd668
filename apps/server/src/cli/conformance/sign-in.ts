import { at, withAt } from '@steward/contract/values/dot-path'
import { OperatorError } from '../../operator-error.ts'
import { type Check, judge, said, send } from './check.ts'
import { type Answer, dataOf, isRecord, isSuccess, type Row, textOf } from './client.ts'
import { plain, unusable } from './findings.ts'

export class NoSession extends OperatorError {}

/** Signs in as the web app does, after a try with `Bearer null` for no token (section 7); throws NoSession. */
export async function signIn(check: Check): Promise<void> {
  const { email, password, code } = check.credentials
  const { login } = check.config
  const withField = (json: Row, field: string, value: string) =>
    withAt(json, login[field] ?? field, value)
  let json = withField(withField({}, 'email', email), 'password', password)
  let isAsked = false
  const complete = async (authorization: string | null): Promise<Answer> => {
    const first = await send(check, 'session.login', { json, authorization })
    if (isAsked || !asksForFactor(first)) return first
    isAsked = true
    const given = await code()
    if (given === null) {
      throw new NoSession(`${check.base} asks for a second factor; give it with --code.`)
    }
    json = withField(json, 'code', given)
    return await send(check, 'session.login', { json, authorization })
  }
  const withNull = await complete('Bearer null')
  const refused = withNull.status >= 400 && withNull.status !== 429
  const answer = refused ? await complete(null) : withNull
  const words = 'Authorization: Bearer null on public calls'
  if (refused && answer.status < 300) {
    check.findings.addFact(words, 'differs', `refused with status ${withNull.status}`, true)
  } else if (answer.status < 300) check.findings.addFact(words, 'has', 'passed over')
  keepToken(check, answer)
}

const asksForFactor = (answer: Answer) =>
  answer.status === 401 &&
  (at(answer.body, 'data.secondFactor') === true ||
    at(answer.body, 'code') === 'second_factor_required')

function keepToken(check: Check, answer: Answer): void {
  const { base, config, findings } = check
  if (answer.status === 0) throw new NoSession(`${base} gives ${answer.trouble}.`)
  if (!isSuccess(answer)) {
    const words = `status ${answer.status}${said(answer)}`
    throw new NoSession(`Signing in at ${base} failed: ${words}`)
  }
  const where = { token: 'token', tokenExpiry: 'tokenExpiry', ...config.session }
  const standing = (place: string) => at(dataOf(answer), place) ?? at(answer.body, place)
  const token = textOf(standing(where.token))
  if (token === null) {
    throw new NoSession(
      `The sign-in's answer has no token: only data.${where.token} and ${where.token} were looked at. ${keysIn(answer)} Say where the token stands with --config (docs/web-config.md).`,
    )
  }
  check.token = token
  findings.secrets.push(token)
  const expiry = timeOf(standing(where.tokenExpiry))
  judge(check, 'session.login', answer, () => {
    const place = `data.${where.tokenExpiry}`
    if (expiry === null)
      return unusable(`${place} is missing or no time; the session guard needs it (section 2)`)
    return expiry > Date.now() ? null : unusable(`${place} has passed already`)
  })
}

/** The keys of an answer without its values, since any of these may be the token. */
function keysIn({ body }: Answer): string {
  const keys = (value: unknown, before = '') =>
    isRecord(value) ? Object.keys(value).map((key) => `${before}${key}`) : []
  const all = [...keys(body), ...keys(at(body, 'data'), 'data.')].filter((key) => key !== 'data')
  return all.length === 0 ? 'It has nothing else.' : `It has ${plain(all.join(', '), [])}.`
}

/** A time in milliseconds since 1970, from ISO text, or from seconds or milliseconds. */
function timeOf(value: unknown): number | null {
  const text = textOf(value)
  if (text === null) return null
  const number = Number(text)
  const time = Number.isNaN(number) ? Date.parse(text) : number < 1e11 ? number * 1000 : number
  return Number.isNaN(time) ? null : time
}
