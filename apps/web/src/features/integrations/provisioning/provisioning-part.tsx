import { permission } from '@steward/contract/permissions/permission'
import { t } from '@steward/i18n/reader'
import { useQuery } from '@tanstack/react-query'
import { rich } from '../../../ui/format/rich.tsx'
import { Section, SectionState } from '../../../ui/page/section.tsx'
import { useCan } from '../../../ui/permissions/permitted.tsx'
import { CopyField } from '../shared/copy-field.tsx'
import { PartLink } from './part-link.tsx'
import { ProviderSection } from './provider-section.tsx'
import classes from './provisioning.module.css'
import { provisioning } from './provisioning.queries.ts'

/** Provisioning by SCIM: what a provider is given, which account it calls with, and what it has sent. */
export function ProvisioningPart() {
  const { data, error, refetch } = useQuery(provisioning)
  // i18n-ignore: the names of a permission
  const mayChange = useCan()(permission('System', 'Integrations', 'update'))
  if (!data) return <SectionState error={error} onRetry={() => void refetch()} />
  return (
    <>
      <Section
        title={t('Set it up')}
        hint={t('Your identity provider needs two things: this address, and a key.')}
      >
        <CopyField label={t('SCIM address (tenant URL, base URL)')} text={data.baseUrl} />
        <ol className={classes.steps ?? ''}>
          <li>
            <p>
              {rich('Add the identity provider under <link>Sign-in</link>, and turn it on.', {
                link: (text) => <PartLink to="sign-in">{text}</PartLink>,
              })}
            </p>
          </li>
          <li>
            <p>
              {rich(
                'Create a service account under <link>Keys</link> whose role has the permission “provision accounts by SCIM”, and a key for it.',
                { link: (text) => <PartLink to="keys">{text}</PartLink> },
              )}
            </p>
          </li>
          <li>{t('Choose that account below.')}</li>
          <li>
            {t(
              'Enter the address above and the key (secret token, bearer token) at the provider, and assign people and groups there.',
            )}
          </li>
          <li>
            <p>
              {rich(
                'Map the groups that arrive to roles under <link>Sign-in</link>. Until a group of theirs has a role, people wait and can’t sign in.',
                { link: (text) => <PartLink to="sign-in">{text}</PartLink> },
              )}
            </p>
          </li>
        </ol>
      </Section>
      {data.providers.length === 0 && (
        <p className="dim">
          {rich('There is no identity provider yet. Add one under <link>Sign-in</link>.', {
            link: (text) => <PartLink to="sign-in">{text}</PartLink>,
          })}
        </p>
      )}
      {data.providers.map((provider) => (
        <ProviderSection
          key={provider._id}
          provider={provider}
          accounts={data.accounts}
          mayChange={mayChange}
        />
      ))}
    </>
  )
}
