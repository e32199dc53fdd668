import { type Secrets, sameSecret } from '../secrets.ts'

/** The header of a request that asks as whose the server takes it. */
export const checkHeader = 'x-steward-check'

const validMs = 300_000
const purpose = 'check'

/** A token that only who has the secret key can make; valid for five minutes. */
export const newCheckToken = (secrets: Secrets): string => tokenOf(secrets, Date.now())

export function isCheckToken(secrets: Secrets, token: unknown): boolean {
  if (typeof token !== 'string') return false
  const made = Number(/^(\d{1,15})\./.exec(token)?.[1])
  return Math.abs(Date.now() - made) < validMs && sameSecret(secrets, token, tokenOf(secrets, made))
}

const tokenOf = (secrets: Secrets, made: number) =>
  `${made}.${secrets.mac(purpose, String(made)).toString('hex')}`
