import { Button } from '@mantine/core'
import type { SecondFactorState } from '@steward/contract/accounts/second-factor'
import { t } from '@steward/i18n/reader'
import { IconDeviceMobile, IconFingerprint, IconKey, IconLifebuoy } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { rich } from '../../ui/format/rich.tsx'
import { Time } from '../../ui/format/time.tsx'
import { Item, Items, Section, SectionState } from '../../ui/page/section.tsx'
import { ownSecondFactor } from './second-factor.queries.ts'
import { type SecondFactorAction, SecondFactorDialog } from './second-factor-dialog.tsx'

/** Authenticator app, passkeys and recovery codes; `onAdded` follows the first factor's codes. */
export function SecondFactorSection(props: { hinted?: false; onAdded?: () => void }) {
  const { data, error, refetch } = useQuery(ownSecondFactor)
  const hint = data?.required
    ? t(
        'Your role requires a second factor: besides your password, you confirm sign-ins with an authenticator app or a passkey.',
      )
    : t('Besides your password, confirm sign-ins with an authenticator app or a passkey.')
  return (
    <Section title={t('Second factor')} hint={props.hinted ?? hint}>
      {data ? (
        <SecondFactorItems state={data} onAdded={() => props.onAdded?.()} />
      ) : (
        <SectionState error={error} onRetry={() => void refetch()} />
      )}
    </Section>
  )
}

function SecondFactorItems(props: { state: SecondFactorState; onAdded: () => void }) {
  const { state } = props
  const [asked, ask] = useState<SecondFactorAction | null>(null)
  const left = state.recoveryCodesLeft
  return (
    <>
      <Items label={t('Second factors')}>
        <Item
          icon={<IconDeviceMobile size="1.25rem" stroke={1.6} aria-hidden />}
          title={t('Authenticator app')}
          actions={
            <Act
              onClick={() => ask({ what: state.totp ? 'remove-totp' : 'totp' })}
              label={state.totp ? t('Turn off: authenticator app') : t('Set up: authenticator app')}
            >
              {state.totp ? t('Turn off') : t('Set up')}
            </Act>
          }
        >
          {state.totp ? (
            <span>{rich('On since {time}', { time: <Time at={state.totp.since} /> })}</span>
          ) : (
            <span>{t('A code that changes every 30 seconds')}</span>
          )}
        </Item>
        <Item
          icon={<IconFingerprint size="1.25rem" stroke={1.6} aria-hidden />}
          title={t('Passkeys')}
          actions={
            state.passkeysPossible !== false && (
              <Act onClick={() => ask({ what: 'passkey' })}>{t('Add a passkey')}</Act>
            )
          }
        >
          <span>
            {state.passkeysPossible === false
              ? t(
                  'Passkeys need an https address with a domain name, which this server doesn’t have.',
                )
              : t(
                  'Your fingerprint, face, PIN or a security key. Also lets you sign in without a password',
                )}
          </span>
        </Item>
        {state.passkeys.map((passkey) => (
          <Item
            key={passkey._id}
            icon={<IconKey size="1.25rem" stroke={1.6} aria-hidden />}
            title={<bdi>{passkey.name}</bdi>}
            actions={
              <>
                <Act
                  onClick={() => ask({ what: 'rename', passkey })}
                  label={t('Rename: {name}', { name: passkey.name })}
                >
                  {t('Rename')}
                </Act>
                <Act
                  onClick={() => ask({ what: 'remove', passkey })}
                  label={t('Remove: {name}', { name: passkey.name })}
                >
                  {t('Remove')}
                </Act>
              </>
            }
          >
            <span>
              {passkey.synced ? t('Passkey, on several devices.') : t('Passkey.')}{' '}
              {passkey.lastUsedAt
                ? rich('Added {added}, used {used}', {
                    added: <Time at={passkey.createdAt} />,
                    used: <Time at={passkey.lastUsedAt} />,
                  })
                : rich('Added {added}, not used yet', { added: <Time at={passkey.createdAt} /> })}
            </span>
          </Item>
        ))}
        {state.on && (
          <Item
            icon={<IconLifebuoy size="1.25rem" stroke={1.6} aria-hidden />}
            title={t('Recovery codes')}
            actions={<Act onClick={() => ask({ what: 'codes' })}>{t('Generate new codes')}</Act>}
          >
            <span>
              {left === 0
                ? t('None left. Generate new codes, in case you lose your other second factors')
                : t('{left} of 10 left, in case you lose your other second factors', { left })}
            </span>
          </Item>
        )}
      </Items>
      {asked && (
        <SecondFactorDialog asked={asked} onClose={() => ask(null)} onAdded={props.onAdded} />
      )}
    </>
  )
}

const Act = (props: { onClick: () => void; label?: string; children: ReactNode }) => (
  <Button onClick={props.onClick} aria-label={props.label}>
    {props.children}
  </Button>
)
