import { Button } from '@mantine/core'
import type { ServiceAccount } from '@steward/contract/service-accounts/service-accounts'
import { t } from '@steward/i18n/reader'
import { IconKey, IconPlus } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { rich } from '../../../ui/format/rich.tsx'
import { Time } from '../../../ui/format/time.tsx'
import { Item, Items, Section } from '../../../ui/page/section.tsx'
import { StatusBadge } from '../../../ui/record/status-badge.tsx'
import classes from '../integrations.module.css'

type Key = ServiceAccount['keys'][number]

/** A service account: its role, and its keys. */
export function AccountSection(props: {
  account: ServiceAccount
  mayChange: boolean
  onNewKey: () => void
  onKey: (what: 'rotate' | 'revoke', key: Key) => void
}) {
  const { account, mayChange } = props
  return (
    <Section
      title={account.name}
      hint={
        <>
          {account.about && (
            <>
              <bdi>{account.about}</bdi>
              <br />
            </>
          )}
          <StatusBadge status={account.status} />
          {' · '}
          {account.role ? t('Role: {role}', { role: account.role.name }) : t('No role')}
          {' · '}
          <Link to="/users/$id" params={{ id: account._id }} className={classes.link ?? ''}>
            {t('Open the account')}
          </Link>
        </>
      }
    >
      {account.keys.length === 0 ? (
        <p className="dim">{t('It has no keys yet.')}</p>
      ) : (
        <Items label={t('Keys of {name}', { name: account.name })}>
          {usableFirst(account.keys).map((key) => (
            <KeyItem key={key._id} of={key} mayChange={mayChange} onKey={props.onKey} />
          ))}
        </Items>
      )}
      {mayChange && (
        <div>
          <Button
            leftSection={<IconPlus size="1rem" aria-hidden />}
            aria-label={t('New key of {name}', { name: account.name })}
            onClick={props.onNewKey}
          >
            {t('New key')}
          </Button>
        </div>
      )}
    </Section>
  )
}

const usableFirst = (keys: readonly Key[]): Key[] =>
  keys.toSorted((one, other) => Number(other.status === 'active') - Number(one.status === 'active'))

function KeyItem(props: {
  of: Key
  mayChange: boolean
  onKey: (what: 'rotate' | 'revoke', key: Key) => void
}) {
  const { of: key } = props
  const named = { name: key.name }
  return (
    <Item
      icon={<IconKey size="1.25rem" stroke={1.6} aria-hidden />}
      title={
        <>
          <bdi>{key.name}</bdi> <code dir="ltr">{key.prefix}…</code>{' '}
          <StatusBadge status={key.status} />
        </>
      }
      actions={
        props.mayChange &&
        key.status === 'active' && (
          <>
            <Button
              aria-label={t('Rotate {name}', named)}
              onClick={() => props.onKey('rotate', key)}
            >
              {t('Rotate')}
            </Button>
            <Button
              aria-label={t('Revoke {name}', named)}
              onClick={() => props.onKey('revoke', key)}
            >
              {t('Revoke')}
            </Button>
          </>
        )
      }
    >
      <span>
        {key.revokedAt
          ? rich('Revoked {at}', { at: <Time at={key.revokedAt} /> })
          : key.status === 'expired'
            ? rich('Expired {at}', { at: <Time at={key.expiresAt} /> })
            : rich('Expires {at}', { at: <Time at={key.expiresAt} /> })}
        {' · '}
        {key.lastUsedAt
          ? rich('last used {at} from {address}', {
              at: <Time at={key.lastUsedAt} />,
              address: <bdi>{key.lastUsedFrom}</bdi>,
            })
          : t('not used yet')}
      </span>
      <span>
        {key.networks.length > 0
          ? t('Only from {networks}', { networks: key.networks.join(', ') })
          : t('From anywhere')}
        {' · '}
        {t('{count, plural, one {# call a minute} other {# calls a minute}}', {
          count: key.maxPerMinute,
        })}
      </span>
      {key.refusedAt && (
        <span>
          {rich('Refused {at} from {address}, which is none of its networks', {
            at: <Time at={key.refusedAt} />,
            address: <bdi>{key.refusedFrom}</bdi>,
          })}
        </span>
      )}
    </Item>
  )
}
