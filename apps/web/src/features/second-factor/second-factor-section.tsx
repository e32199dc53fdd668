import { Button } from '@mantine/core'
import type { SecondFactorState } from '@steward/contract/accounts/second-factor'
import { IconDeviceMobile, IconFingerprint, IconKey, IconLifebuoy } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Time } from '../../ui/format/time.tsx'
import { Item, Items, Section, SectionState } from '../../ui/page/section.tsx'
import { ownSecondFactor } from './second-factor.queries.ts'
import { type SecondFactorAction, SecondFactorDialog } from './second-factor-dialog.tsx'

/** Authenticator app, passkeys and recovery codes; `onAdded` follows the first factor's codes. */
export function SecondFactorSection(props: { hinted?: false; onAdded?: () => void }) {
  const { data, error, refetch } = useQuery(ownSecondFactor)
  const hint = data?.required
    ? 'Your role requires a second factor: besides your password, you confirm sign-ins with an authenticator app or a passkey.'
    : 'Besides your password, confirm sign-ins with an authenticator app or a passkey.'
  return (
    <Section title="Second factor" hint={props.hinted ?? hint}>
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
      <Items label="Second factors">
        <Item
          icon={<IconDeviceMobile size="1.25rem" stroke={1.6} aria-hidden />}
          title="Authenticator app"
          actions={
            <Act
              onClick={() => ask({ what: state.totp ? 'remove-totp' : 'totp' })}
              of="authenticator app"
            >
              {state.totp ? 'Turn off' : 'Set up'}
            </Act>
          }
        >
          {state.totp ? (
            <span>
              On since <Time at={state.totp.since} />
            </span>
          ) : (
            <span>A code that changes every 30 seconds</span>
          )}
        </Item>
        <Item
          icon={<IconFingerprint size="1.25rem" stroke={1.6} aria-hidden />}
          title="Passkeys"
          actions={
            state.passkeysPossible !== false && (
              <Act onClick={() => ask({ what: 'passkey' })}>Add a passkey</Act>
            )
          }
        >
          <span>
            {state.passkeysPossible === false
              ? 'Passkeys need an https address with a domain name, which this server doesn’t have.'
              : 'Your fingerprint, face, PIN or a security key. Also lets you sign in without a password'}
          </span>
        </Item>
        {state.passkeys.map((passkey) => (
          <Item
            key={passkey._id}
            icon={<IconKey size="1.25rem" stroke={1.6} aria-hidden />}
            title={<bdi>{passkey.name}</bdi>}
            actions={
              <>
                <Act onClick={() => ask({ what: 'rename', passkey })} of={passkey.name}>
                  Rename
                </Act>
                <Act onClick={() => ask({ what: 'remove', passkey })} of={passkey.name}>
                  Remove
                </Act>
              </>
            }
          >
            <span>
              Passkey{passkey.synced && ', on several devices'}. Added{' '}
              <Time at={passkey.createdAt} />,{' '}
              {passkey.lastUsedAt ? (
                <>
                  used <Time at={passkey.lastUsedAt} />
                </>
              ) : (
                'not used yet'
              )}
            </span>
          </Item>
        ))}
        {state.on && (
          <Item
            icon={<IconLifebuoy size="1.25rem" stroke={1.6} aria-hidden />}
            title="Recovery codes"
            actions={<Act onClick={() => ask({ what: 'codes' })}>Generate new codes</Act>}
          >
            <span>
              {left === 0 ? 'None left. Generate new codes' : `${left} of 10 left`}, in case you
              lose your other second factors
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

function Act(props: { onClick: () => void; of?: string; children: ReactNode }) {
  return (
    <Button
      onClick={props.onClick}
      {...(props.of ? { 'aria-label': `${props.children}: ${props.of}` } : {})}
    >
      {props.children}
    </Button>
  )
}
