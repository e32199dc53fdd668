import type { HeldPermission } from '@steward/contract/access-review/access-review'
import { sourceKinds, unusedDays } from '@steward/contract/access-review/access-review.routes'
import { type Message, msg, t } from '@steward/i18n/reader'
import { areaOfRule, conditionWords } from '../../shared/permissions/condition-words.ts'
import { inRow } from '../../ui/format/phrases.ts'
import { shortText } from '../../ui/format/time-text.ts'

type Permission = HeldPermission['permission']
export type Source = HeldPermission['sources'][number]

const kinds: Readonly<Record<Source['kind'], Message>> = {
  owner: msg('Owner role'),
  role: msg('Role given here'),
  group: msg('Group of an identity provider'),
  temporaryRole: msg('Temporary role'),
  loan: msg('Loan'),
}

export const sourceChoices = sourceKinds.map((value) => ({ value, label: kinds[value] }))

const spans: Readonly<Record<(typeof unusedDays)[number], Message>> = {
  '30d': msg('30 days'),
  '90d': msg('90 days'),
  '180d': msg('180 days'),
  '365d': msg('a year'),
}

export const unusedChoices = unusedDays.map((value) => ({ value, label: spans[value] }))

/** What a permission is held through, such as “Moderator · Keycloak: events” or “Loan · ends Mar 3”. */
export function sourceText({ role, provider, groups, until }: Source): string {
  const name = role?.name ?? t('Loan')
  if (until) return `${name} · ${t('ends {at}', { at: shortText(Date.parse(until)) })}`
  if (!provider) return name
  // i18n: {provider} is the name of an identity provider, {groups} are names of groups there
  const from =
    groups.length > 0
      ? t('{provider}: {groups}', { provider: provider.name, groups: inRow(groups) })
      : provider.name
  return `${name} · ${from}`
}

/** The rows that sources together give a permission for; empty where one of them gives it for all. A loan is for its records. */
export function conditionText(
  permission: Permission,
  sources: readonly Pick<Source, 'role' | 'condition'>[],
): string {
  const area = areaOfRule(permission)
  const ofRoles = sources.filter(({ role }) => role !== null)
  const wheres = ofRoles.flatMap(({ condition }) => (condition ? [condition] : []))
  if (!area || wheres.length === 0 || wheres.length < ofRoles.length) return ''
  return conditionWords(permission.submodule, area, wheres)
}
