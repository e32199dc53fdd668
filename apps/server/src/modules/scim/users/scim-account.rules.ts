import { isDeepStrictEqual } from 'node:util'
import { isAddress } from '@steward/contract/accounts/credentials'
import { say } from '@steward/i18n/sentence'
import { invalidValue } from '../protocol/scim-error.ts'
import { lineOf, mustBeText, type Resource } from '../protocol/scim-resource.rules.ts'
import { enterpriseSchema } from '../protocol/scim-schemas.ts'
import type { ScimUserRow, SentUser } from './scim-users.store.ts'

/** What a resource says of an account. */
export interface SentAccount {
  name: string
  email: string
  /** Whether the person may sign in; undefined where it says nothing of that. */
  active: boolean | undefined
  /** What is kept of it beside the account. */
  sent: SentUser
}

const maxAttributes = 20_000

/** Reads what a user resource says of the account; throws `invalidValue`. */
export function accountOf(resource: Resource): SentAccount {
  const { userName, externalId, active, schemas: _, id: _id, ...attributes } = resource
  const user_name = lineOf('userName', mustBeText('userName', userName), 320)
  const external_id = externalId ? lineOf('externalId', String(externalId), 500) : null
  if (JSON.stringify(attributes).length > maxAttributes) {
    throw invalidValue(
      'attributes',
      say('must have at most {max} characters', { max: maxAttributes }),
    )
  }
  return {
    name: lineOf('displayName', nameOf(resource), 200),
    email: emailOf(resource),
    active: active as boolean | undefined,
    sent: { user_name, external_id, attributes },
  }
}

/**
 * A person as a provider sent them, with the name and address of the account where they were changed here since.
 */
export function sentResource(row: SentUser & Pick<ScimUserRow, 'name' | 'email'>): Resource {
  const sent: Resource = {
    ...(row.external_id !== null && { externalId: row.external_id }),
    userName: row.user_name,
    ...row.attributes,
  }
  if (nameOf(sent).trim() !== row.name) sent['displayName'] = row.name
  if (addressOf(sent).trim() !== row.email) {
    const others = ((sent['emails'] ?? []) as Resource[]).filter((each) => each !== chosenOf(sent))
    sent['emails'] = [
      { ...(chosenOf(sent) ?? { type: 'work', primary: true }), value: row.email },
      ...others,
    ]
  }
  return sent
}

/** What the account is called: as shown at the provider, or the parts of the name, or the user name. */
function nameOf({ displayName, name, userName }: Resource): string {
  const { formatted, givenName, familyName } = (name ?? {}) as Record<string, string>
  const parts = [givenName, familyName].filter(Boolean).join(' ')
  return String(displayName || formatted || parts || userName)
}

/** The address of the account: the primary e-mail address, or the one for work, or the first, or the user name. */
function emailOf(resource: Resource): string {
  const address = addressOf(resource).trim()
  if (address.length <= 320 && isAddress(address)) return address
  throw chosenOf(resource)
    ? invalidValue('emails', 'must be an e-mail address')
    : invalidValue('userName', 'must be an e-mail address where there is none in emails')
}

const addressOf = (resource: Resource): string =>
  String(chosenOf(resource)?.['value'] ?? resource['userName'])

function chosenOf({ emails }: Resource): Resource | undefined {
  const sent = ((emails ?? []) as Resource[]).filter(({ value }) => value)
  return (
    sent.find(({ primary }) => primary === true) ??
    sent.find(({ type }) => String(type).toLowerCase() === 'work') ??
    sent[0]
  )
}

/** The names of what was sent and isn't in the account, where it has changed; for the audit log. */
export function changedAttributes(before: SentUser | null, after: SentUser): string[] {
  const flat = (sent: SentUser | null): Record<string, unknown> => {
    const { [enterpriseSchema]: enterprise, ...attributes } = sent?.attributes ?? {}
    return {
      userName: sent?.user_name,
      externalId: sent?.external_id ?? undefined,
      ...attributes,
      ...(enterprise as Resource),
    }
  }
  const [was, is] = [flat(before), flat(after)]
  return [...new Set([...Object.keys(was), ...Object.keys(is)])]
    .filter((name) => !isDeepStrictEqual(was[name], is[name]))
    .sort()
}
