import { permission } from '@steward/contract/permissions/permission'
import { t } from '@steward/i18n/reader'
import { useQuery } from '@tanstack/react-query'
import { rich } from '../../../ui/format/rich.tsx'
import { Section, SectionState } from '../../../ui/page/section.tsx'
import { useCan } from '../../../ui/permissions/permitted.tsx'
import { CopyField } from '../shared/copy-field.tsx'
import { PartLink, RolesLink } from '../shared/part-link.tsx'
import { Step, Steps } from '../shared/steps.tsx'
import { ProviderHints } from './provider-hints.tsx'
import { ProviderSection } from './provider-section.tsx'
import { provisionText } from './provision-text.ts'
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
        <Steps>
          <Step>
            {rich('Add the identity provider under <link>Sign-in</link>, and turn it on.', {
              link: (text) => <PartLink to="sign-in">{text}</PartLink>,
            })}
          </Step>
          <Step>
            {rich(
              'Make a role of its own under <roles>Roles</roles> with the permission {permission} and no other. Under <keys>Keys</keys>, create a service account with that role, and a key for it.',
              {
                roles: (text) => <RolesLink>{text}</RolesLink>,
                keys: (text) => <PartLink to="keys">{text}</PartLink>,
                permission: provisionText(),
              },
            )}
          </Step>
          <Step>{t('Choose that account below.')}</Step>
          <Step>
            {t(
              'Enter the address above and the key (secret token, bearer token) at the provider, and assign people and groups there.',
            )}
          </Step>
          <Step>
            {rich(
              'Map the groups that arrive to roles under <link>Sign-in</link>. Until a group of theirs has a role, people wait and can’t sign in.',
              { link: (text) => <PartLink to="sign-in">{text}</PartLink> },
            )}
          </Step>
        </Steps>
        <ProviderHints />
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
