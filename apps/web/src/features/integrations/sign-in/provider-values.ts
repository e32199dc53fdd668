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

/** The roles to choose from, with one that is mapped although nobody can have it. */
export const choicesFor = (roles: ProvidersAnswer['roles'], provider: Provider | null) => {
  const mapped = (provider?.groupRoles ?? []).flatMap(({ role }) => role ?? [])
  const others = mapped.filter(({ _id }) => !roles.some((each) => each._id === _id))
  return [
    ...roles,
    ...others.filter((each, i) => others.findIndex(({ _id }) => _id === each._id) === i),
  ]
}
