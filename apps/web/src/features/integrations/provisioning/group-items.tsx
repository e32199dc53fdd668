import type { ProvisionedBy } from '@steward/contract/provisioning/provisioning'
import { t } from '@steward/i18n/reader'
import { IconUsersGroup } from '@tabler/icons-react'
import { rich } from '../../../ui/format/rich.tsx'
import { Item, Items } from '../../../ui/page/section.tsx'
import { StatusBadge } from '../../../ui/record/status-badge.tsx'
import { PartLink } from '../shared/part-link.tsx'

type Group = ProvisionedBy['groups'][number]

/** The groups that a provider has sent, and which role each gives. */
export function GroupItems({ of: { name, groups, groupCount } }: { of: ProvisionedBy }) {
  if (groupCount === 0) {
    return <p className="dim">{t('No groups have arrived yet. Groups give people their roles.')}</p>
  }
  const unmapped = groups.filter(({ role }) => !role).length
  return (
    <div className="grid one-column gap-8">
      <h3>{t('Groups')}</h3>
      {unmapped > 0 && (
        <p>
          {rich(
            '{count, plural, one {# group gives} other {# groups give}} no role. Map what should give one under <link>Sign-in</link>.',
            { count: unmapped, link: (text) => <PartLink to="sign-in">{text}</PartLink> },
          )}
        </p>
      )}
      <Items label={t('Groups of {name}', { name })}>
        {groups.map((group) => (
          <GroupItem key={group._id} of={group} />
        ))}
      </Items>
      {groupCount > groups.length && (
        <p className="dim">
          {t('{count, plural, one {# more group is} other {# more groups are}} not shown.', {
            count: groupCount - groups.length,
          })}
        </p>
      )}
    </div>
  )
}

const GroupItem = ({ of: { name, externalId, members, role } }: { of: Group }) => (
  <Item icon={<IconUsersGroup size="1.25rem" stroke={1.6} aria-hidden />} title={<bdi>{name}</bdi>}>
    <span>
      {t('{count, plural, =0 {Nobody} one {# person} other {# people}}', { count: members })}
      {' · '}
      {role ? (
        <>
          {t('Role: {role}', { role: role.name })}{' '}
          {role.status !== 'active' && <StatusBadge status={role.status} />}
        </>
      ) : (
        t('No role')
      )}
    </span>
    {externalId && (
      <span className="dim">{rich('Id there: {id}', { id: <bdi>{externalId}</bdi> })}</span>
    )}
  </Item>
)
