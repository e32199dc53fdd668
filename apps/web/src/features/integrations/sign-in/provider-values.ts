import { t } from '@steward/i18n/reader'
import { type Row, rowOf } from './ordered-rows.tsx'
import type { Provider, ProvidersAnswer } from './providers.queries.ts'

export type GroupRow = { group: string; role: string } & Row
export type RuleRow = Provider['admission'][number] & Row

type Same =
  | 'name'
  | 'enabled'
  | 'issuer'
  | 'clientId'
  | 'tokenAuth'
  | 'scopes'
  | 'subjectClaim'
  | 'groupsClaim'
  | 'linksAccounts'
  | 'clockSkewSeconds'
  | 'acrValues'
  | 'stepUpMaxAge'
  | 'stepUpAcrValues'
  | 'endsSession'

/** What the form holds: what is sent, with its lists as rows. */
export interface ProviderValues extends Pick<Provider, Same> {
  groupRoles: GroupRow[]
  admission: RuleRow[]
  /** Empty to keep the one that there is. */
  clientSecret: string
}

const usual: ProviderValues = {
  name: '',
  enabled: true,
  issuer: '',
  clientId: '',
  clientSecret: '',
  tokenAuth: 'client_secret_basic',
  // i18n-ignore: scopes
  scopes: 'openid profile email',
  subjectClaim: 'sub',
  groupsClaim: 'groups',
  groupRoles: [],
  admission: [],
  linksAccounts: false,
  clockSkewSeconds: 30,
  acrValues: '',
  stepUpMaxAge: 0,
  stepUpAcrValues: '',
  endsSession: true,
}

/** What the form begins with. */
export function valuesOf(provider: Provider | null): ProviderValues {
  if (!provider) return usual
  const { groupRoles, admission, ...same } = provider
  const kept = Object.keys(usual).map((key) => [key, same[key as keyof typeof same]])
  return {
    ...(Object.fromEntries(kept) as unknown as ProviderValues),
    clientSecret: '',
    groupRoles: groupRoles.map(({ group, role }) => rowOf({ group, role: role?._id ?? '' })),
    admission: admission.map((rule) => rowOf(rule)),
  }
}

/** Whether two are alike but for the keys of their rows. */
export const isSame = (one: unknown, other: unknown): boolean => plain(one) === plain(other)

const plain = (value: unknown) =>
  JSON.stringify(value, (name, each) => (name === 'key' ? undefined : each))

/** What was typed, and of the fields that weren't touched what somebody else has saved meanwhile. */
export function mergedValues(
  base: Provider | null,
  mine: ProviderValues,
  theirs: Provider,
): ProviderValues {
  const before = valuesOf(base)
  const after = valuesOf(theirs)
  const touched = (Object.keys(mine) as (keyof ProviderValues)[]).filter(
    (name) => !isSame(mine[name], before[name]),
  )
  return { ...after, ...Object.fromEntries(touched.map((name) => [name, mine[name]])) }
}

/** What is sent of the form. */
export function bodyOf(values: ProviderValues) {
  const { clientSecret, groupRoles, admission, acrValues, stepUpAcrValues, ...same } = values
  return {
    ...same,
    acrValues: acrValues || null,
    stepUpAcrValues: stepUpAcrValues || null,
    ...(clientSecret && { clientSecret }),
    groupRoles: groupRoles.map(({ group, role }) => ({ group, role })),
    admission: admission.map(({ claim, value, status }) => ({ claim, value, status })),
  }
}

/** What has to be entered before it can be sent, by the paths of the fields. */
export function missingOf(values: ProviderValues): Record<string, string> {
  const found: Record<string, string> = {}
  const need = (path: string, value: string, words: string) => {
    if (value.trim() === '') found[path] = words
  }
  need('name', values.name, t('Enter a name'))
  need('issuer', values.issuer, t('Enter the issuer'))
  need('clientId', values.clientId, t('Enter the client ID'))
  need('groupsClaim', values.groupsClaim, t('Enter the claim'))
  for (const [i, { group, role }] of values.groupRoles.entries()) {
    need(`groupRoles.${i}.group`, group, t('Enter a group'))
    need(`groupRoles.${i}.role`, role, t('Choose a role'))
  }
  for (const [i, { claim, value }] of values.admission.entries()) {
    if (claim !== null) need(`admission.${i}.claim`, claim, t('Enter the claim'))
    need(`admission.${i}.value`, value, claim === null ? t('Enter a group') : t('Enter a value'))
  }
  return found
}

/** What shows no error at its place: lists, whose rows do, switches and choices. */
const withoutError: readonly string[] = [
  'groupRoles',
  'admission',
  'enabled',
  'tokenAuth',
  'subjectClaim',
  'linksAccounts',
  'endsSession',
]

/** The paths of the fields, at which their errors stand. */
export const pathsOf = ({ groupRoles, admission }: ProviderValues): string[] => [
  ...Object.keys(usual).filter((name) => !withoutError.includes(name)),
  ...groupRoles.flatMap((_, i) => [`groupRoles.${i}.group`, `groupRoles.${i}.role`]),
  ...admission.flatMap((_, i) => [`admission.${i}.claim`, `admission.${i}.value`]),
]

/** The roles to choose from, with one that is mapped although nobody can have it. */
export const choicesFor = (roles: ProvidersAnswer['roles'], provider: Provider | null) => {
  const mapped = (provider?.groupRoles ?? []).flatMap(({ role }) => role ?? [])
  const others = mapped.filter(({ _id }) => !roles.some((each) => each._id === _id))
  return [
    ...roles,
    ...others.filter((each, i) => others.findIndex(({ _id }) => _id === each._id) === i),
  ]
}
