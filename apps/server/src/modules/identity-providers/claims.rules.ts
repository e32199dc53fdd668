import { isAddress } from '@steward/contract/accounts/credentials'
import type { AdmissionRule } from '@steward/contract/identity-providers/mapping'

/** What a provider says of a person. */
export type Claims = Readonly<Record<string, unknown>>

/** What is read of the claims. */
export interface ProviderPerson {
  subject: string | null
  name: string | null
  email: string | null
  /** Null where the provider doesn't say it. */
  emailVerified: boolean | null
  groups: string[]
  /** Whether the token has a link in place of the groups, as they are too many for it (Entra). */
  groupsLeftOut: boolean
}

interface ReadBy {
  subject_claim: string
  groups_claim: string
}

const maxGroups = 1_000
const maxLength = 500

/** Reads what counts of a person's claims; whatever is of another type counts as not said. */
export function personOf(claims: Claims, { subject_claim, groups_claim }: ReadBy): ProviderPerson {
  const email = textOf(claims['email'], 320)
  return {
    subject: textOf(claims[subject_claim], 255),
    name: nameOf(claims, email),
    email: email && isAddress(email) ? email : null,
    emailVerified: flagOf(claims['email_verified']),
    groups: textsOf(claimAt(claims, groups_claim)).slice(0, maxGroups),
    groupsLeftOut: Object.hasOwn(objectOf(claims['_claim_names']), groups_claim),
  }
}

function nameOf(claims: Claims, email: string | null): string | null {
  const parts = [textOf(claims['given_name'], 100), textOf(claims['family_name'], 100)]
  const whole = parts.filter((part) => part !== null).join(' ')
  const said = textOf(claims['name'], 200) ?? (whole || textOf(claims['preferred_username'], 200))
  return said ?? email?.slice(0, 200) ?? null
}

/** The value of a claim by its name, or by a path such as `realm_access.roles`. */
export function claimAt(claims: Claims, name: string): unknown {
  if (Object.hasOwn(claims, name)) return claims[name]
  let value: unknown = claims
  for (const part of name.split('.')) {
    const object = objectOf(value)
    value = Object.hasOwn(object, part) ? object[part] : undefined
  }
  return value
}

/** The first rule by which a person is admitted; undefined where none fits. */
export const admittedBy = (
  rules: readonly AdmissionRule[],
  claims: Claims,
  groups: readonly string[],
): AdmissionRule | undefined =>
  rules.find(({ claim, value }) =>
    (claim === null ? groups : textsOf(claimAt(claims, claim))).includes(value),
  )

const objectOf = (value: unknown): Claims =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Claims) : {}

/** Invisible and control characters are taken out, as no name here has any. */
function textOf(value: unknown, most: number): string | null {
  if (typeof value !== 'string') return null
  const text = value
    .replaceAll(/[\p{Cc}\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/gu, '')
    .trim()
  return text === '' || text.length > most ? null : text
}

/** Some providers write it as text. */
const flagOf = (value: unknown): boolean | null =>
  value === true || value === 'true' ? true : value === false || value === 'false' ? false : null

const textsOf = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).flatMap((each) => {
    if (typeof each === 'boolean' || typeof each === 'number') return String(each)
    return typeof each === 'string' && each !== '' && each.length <= maxLength ? each : []
  })
