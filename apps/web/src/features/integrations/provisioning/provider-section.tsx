import { Button, NativeSelect } from '@mantine/core'
import '@mantine/core/styles/Combobox.css'
import type { ProvisionedBy } from '@steward/contract/provisioning/provisioning'
import { t } from '@steward/i18n/reader'
import { IconAlertTriangle } from '@tabler/icons-react'
import { type FormEvent, type ReactNode, useState } from 'react'
import { call } from '../../../api/client.ts'
import { toFailure } from '../../../api/failure.ts'
import { said } from '../../../api/said.ts'
import { FailureBox } from '../../../ui/dialog/failure-box.tsx'
import { rich } from '../../../ui/format/rich.tsx'
import { Time } from '../../../ui/format/time.tsx'
import { toast } from '../../../ui/messages/messages.tsx'
import { Note } from '../../../ui/page/note.tsx'
import { Section } from '../../../ui/page/section.tsx'
import { PartLink } from '../shared/part-link.tsx'
import { useIntegrationWrite } from '../shared/use-integration-write.ts'
import { GroupItems } from './group-items.tsx'
import { provisionText } from './provision-text.ts'
import classes from './provisioning.module.css'

/** A service account, as one may be chosen. */
type Account = NonNullable<ProvisionedBy['account']>

/** A provider: who provisions for it, what it has sent, and what was last refused. */
export function ProviderSection(props: {
  provider: ProvisionedBy
  accounts: readonly Account[]
  mayChange: boolean
}) {
  const { provider } = props
  return (
    <Section title={provider.name} hint={<People of={provider} />}>
      <Problems of={provider} />
      {props.mayChange ? (
        <AccountForm key={provider.version} provider={provider} accounts={props.accounts} />
      ) : (
        <p>
          {provider.account
            ? t('{account} provisions for it.', { account: provider.account.name })
            : t('No service account provisions for it.')}
        </p>
      )}
      <p>
        {provider.lastRequestAt
          ? rich('Last request: {at}', { at: <Time at={provider.lastRequestAt} /> })
          : t('It hasn’t sent anything yet.')}
      </p>
      <LastError of={provider} />
      <GroupItems of={provider} />
    </Section>
  )
}

function People({ of: { people } }: { of: ProvisionedBy }) {
  const { active, pending, inactive } = people
  if (active + pending + inactive === 0) return t('No people have arrived yet.')
  return t(
    '{active, plural, one {# person is active} other {# people are active}}, {pending, plural, one {# waits for a role} other {# wait for a role}}, {inactive, plural, one {# is inactive} other {# are inactive}}.',
    { active, pending, inactive },
  )
}

const Problem = (props: { children: ReactNode }) => (
  <Note role="note" icon={<IconAlertTriangle size="1.25rem" stroke={1.6} aria-hidden />}>
    {props.children}
  </Note>
)

/** What keeps the provider from provisioning. */
function Problems({ of: { enabled, account, mayProvision, keys } }: { of: ProvisionedBy }) {
  const keysLink = { link: (text: ReactNode) => <PartLink to="keys">{text}</PartLink> }
  return (
    <>
      {!enabled && (
        <Problem>
          {rich(
            'It is turned off, so it provisions nobody. Turn it on under <link>Sign-in</link>.',
            {
              link: (text) => <PartLink to="sign-in">{text}</PartLink>,
            },
          )}
        </Problem>
      )}
      {account && !mayProvision && (
        <Problem>
          {t('{account} is not active, or its role lacks the permission {permission}.', {
            account: account.name,
            permission: provisionText(),
          })}
        </Problem>
      )}
      {account && keys === 0 && (
        <Problem>
          {rich('{account} has no key that works. Create one under <link>Keys</link>.', {
            account: account.name,
            ...keysLink,
          })}
        </Problem>
      )}
    </>
  )
}

function AccountForm(props: { provider: ProvisionedBy; accounts: readonly Account[] }) {
  const { provider } = props
  const current = provider.account?._id ?? ''
  const [chosen, setChosen] = useState(current)
  const { mutate, isPending, error } = useIntegrationWrite(
    (provisioner: string | null) =>
      call('identityProviders.update', {
        params: { id: provider._id },
        body: { provisioner, version: provider.version },
      }),
    () => toast.success(t('{name} saved', { name: provider.name })),
  )
  const accounts = new Map(
    [...props.accounts, ...(provider.account ? [provider.account] : [])].map((each) => [
      each._id,
      each.name,
    ]),
  )
  const save = (event: FormEvent) => {
    event.preventDefault()
    mutate(chosen || null)
  }
  return (
    <form onSubmit={save} className="grid one-column gap-8">
      <div className={classes.choice}>
        <NativeSelect
          label={t('Service account that provisions for {name}', { name: provider.name })}
          value={chosen}
          onChange={({ currentTarget }) => setChosen(currentTarget.value)}
        >
          <option value="">{t('None')}</option>
          {[...accounts].map(([id, name]) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </NativeSelect>
        <Button
          type="submit"
          variant="filled"
          loading={isPending}
          disabled={chosen === current}
          aria-label={t('Save: {name}', { name: provider.name })}
        >
          {t('Save')}
        </Button>
      </div>
      {accounts.size === 0 && (
        <p className="dim">
          {rich(
            'No service account may provision yet. Create one under <link>Keys</link> whose role has the permission {permission}.',
            {
              link: (text) => <PartLink to="keys">{text}</PartLink>,
              permission: provisionText(),
            },
          )}
        </p>
      )}
      <FailureBox failure={error ? toFailure(error) : null} />
    </form>
  )
}

function LastError({ of: { lastError } }: { of: ProvisionedBy }) {
  if (!lastError) return null
  const { at, call, message } = lastError
  return (
    <div>
      <p>
        {rich('Last refusal: {at}, {call}', {
          at: <Time at={at} />,
          call: <code dir="ltr">{call}</code>,
        })}
      </p>
      <p className="dim">
        <bdi>{said(message, lastError)}</bdi>
      </p>
    </div>
  )
}
