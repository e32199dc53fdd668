import type { HeldPermission } from '@steward/contract/access-review/access-review'
import { sourceKinds, unusedDays } from '@steward/contract/access-review/access-review.routes'
import { type Message, msg, t } from '@steward/i18n/reader'
import { inRow } from '../../ui/format/phrases.ts'

type Source = HeldPermission['sources'][number]

const kinds: Readonly<Record<Source['kind'], Message>> = {
  owner: msg('Owner role'),
  role: msg('Role given here'),
  group: msg('Group of an identity provider'),
}

export const sourceChoices = sourceKinds.map((value) => ({ value, label: kinds[value] }))

const spans: Readonly<Record<(typeof unusedDays)[number], Message>> = {
  '30d': msg('30 days'),
  '90d': msg('90 days'),
  '180d': msg('180 days'),
  '365d': msg('a year'),
}

export const unusedChoices = unusedDays.map((value) => ({ value, label: spans[value] }))

/** What a permission is held through, such as “Moderator · Keycloak: events”. */
export function sourceText({ role, provider, groups }: Source): string {
  if (!provider) return role.name
  // i18n: {provider} is the name of an identity provider, {groups} are names of groups there
  const from =
    groups.length > 0
      ? t('{provider}: {groups}', { provider: provider.name, groups: inRow(groups) })
      : provider.name
  return `${role.name} · ${from}`
}
