import { Button } from '@mantine/core'
import { permission } from '@steward/contract/permissions/permission'
import type { ServiceAccount } from '@steward/contract/service-accounts/service-accounts'
import { t } from '@steward/i18n/reader'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { apiUrl } from '../../../api/config.ts'
import { rich } from '../../../ui/format/rich.tsx'
import { Section, SectionState } from '../../../ui/page/section.tsx'
import { useCan } from '../../../ui/permissions/permitted.tsx'
import classes from '../integrations.module.css'
import { CopyField } from '../shared/copy-field.tsx'
import { RolesLink } from '../shared/part-link.tsx'
import { SecretDialog } from '../shared/secret-dialog.tsx'
import { Step, Steps } from '../shared/steps.tsx'
import { useOpen } from '../shared/use-open.ts'
import { AccountSection } from './account-section.tsx'
import { ChangesSection } from './changes-section.tsx'
import { firstCall } from './first-call.ts'
import { type NewKey, serviceAccounts } from './keys.queries.ts'
import { NewAccountDialog } from './new-account-dialog.tsx'
import { NewKeyDialog } from './new-key-dialog.tsx'
import { RevokeDialog, RotateDialog } from './rotate-dialog.tsx'

/** What is open over the page. */
type Open =
  | { what: 'account' }
  | { what: 'key'; account: ServiceAccount }
  | { what: 'rotate' | 'revoke'; key: ServiceAccount['keys'][number] }
  | { what: 'made'; made: NewKey }

/** Service accounts with their keys. */
export function KeysPart() {
  const { data, error, refetch } = useQuery(serviceAccounts)
  const [open, setOpen] = useOpen<Open>()
  // i18n-ignore: the names of a permission
  const mayChange = useCan()(permission('System', 'Integrations', 'update'))
  const close = () => setOpen(null)
  const show = (made: NewKey) => setOpen({ what: 'made', made })
  if (!data) return <SectionState error={error} onRetry={() => void refetch()} />
  return (
    <>
      <Section title={t('Set it up')}>
        <Steps>
          <Step>
            {rich(
              'Make a role of its own under <link>Roles</link>, with the permissions that the program needs and no others: a key may do whatever the role permits.',
              { link: (text) => <RolesLink>{text}</RolesLink> },
            )}
          </Step>
          <Step>{t('Create a service account with that role.')}</Step>
          <Step>
            {t(
              'Create a key for it, and store the key where the program reads it: it is shown once.',
            )}
          </Step>
        </Steps>
        {data.accounts.length === 0 && (
          <p className="dim">{t('There are no service accounts yet.')}</p>
        )}
        {mayChange && (
          <div>
            <Button
              variant="filled"
              leftSection={<IconPlus size="1rem" aria-hidden />}
              onClick={() => setOpen({ what: 'account' })}
            >
              {t('New service account')}
            </Button>
          </div>
        )}
      </Section>
      {data.accounts.map((account) => (
        <AccountSection
          key={account._id}
          account={account}
          mayChange={mayChange}
          onNewKey={() => setOpen({ what: 'key', account })}
          onKey={(what, key) => setOpen({ what, key })}
        />
      ))}
      <Section
        title={t('The first call')}
        hint={rich(
          'A key makes any call of the API that the role of its account permits. <link>The page of the API</link> lists all calls, and its OpenAPI document makes a typed client.',
          {
            link: (text) => (
              <a href={apiUrl('docs/')} className={classes.link}>
                {text}
              </a>
            ),
          },
        )}
      >
        <CopyField label={t('What a key may do')} text={firstCall('stw_…')} block />
        <CopyField label={t('The OpenAPI document')} text={apiUrl('openapi.json')} />
      </Section>
      <ChangesSection />
      {open?.what === 'account' && (
        <NewAccountDialog
          roles={data.roles}
          onMade={(account) => setOpen({ what: 'key', account })}
          onClose={close}
        />
      )}
      {open?.what === 'key' && (
        <NewKeyDialog account={open.account} onMade={show} onClose={close} />
      )}
      {open?.what === 'rotate' && <RotateDialog of={open.key} onMade={show} onClose={close} />}
      {open?.what === 'revoke' && <RevokeDialog of={open.key} onClose={close} />}
      {open?.what === 'made' && (
        <SecretDialog
          title={t('Key of {name}', { name: open.made.account.name })}
          label={t('Key')}
          secret={open.made.secret}
          onKept={close}
        >
          <CopyField label={t('The first call')} text={firstCall(open.made.secret)} block />
        </SecretDialog>
      )}
    </>
  )
}
