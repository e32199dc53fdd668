import { permission } from '@steward/contract/permissions/permission'
import { t } from '@steward/i18n/reader'
import { permissionText } from '../../../shared/permissions/permission-text.ts'
import { rich } from '../../../ui/format/rich.tsx'
import { Section } from '../../../ui/page/section.tsx'
import { CopyField } from '../shared/copy-field.tsx'
import { PartLink, RolesLink } from '../shared/part-link.tsx'
import { Step, Steps } from '../shared/steps.tsx'

// i18n-ignore: a header, in which the key takes the place of the dots
const header = 'Bearer stw_…'

/** What most clients of the Model Context Protocol read from a file. */
const configuration = (url: string): string =>
  JSON.stringify(
    {
      mcpServers: {
        // i18n-ignore: a file that programs read
        steward: { type: 'http', url, headers: { Authorization: header } },
      },
    },
    null,
    2,
  )

/** How an agent is connected, step by step. */
export function ConnectSection({ url, issuer }: { url: string; issuer: string | null }) {
  return (
    <Section
      title={t('Connect an agent')}
      hint={t(
        'Agents connect by the Model Context Protocol (MCP). They read what the role of their account may list, and propose changes within their bounds.',
      )}
    >
      <Steps>
        <Step>
          {rich(
            'Make a role of its own under <link>Roles</link>, with the lists that the agent reads. To propose, it also needs {permission} and the permissions of the changes.',
            {
              link: (text) => <RolesLink>{text}</RolesLink>,
              // i18n-ignore: the names of a permission
              permission: permissionText(permission('System', 'Integrations', 'propose')),
            },
          )}
        </Step>
        <Step>
          {rich(
            'Create a service account with that role under <link>Keys</link>, and a key for it.',
            {
              link: (text) => <PartLink to="keys">{text}</PartLink>,
            },
          )}
        </Step>
        <Step>{t('Set the bounds of the account on this page, if it shall propose changes.')}</Step>
        <Step>
          {t(
            'Add an HTTP server to the agent’s client with the address and the header, or copy the configuration into its file. Put the key in place of “stw_…”.',
          )}
        </Step>
        <Step>
          {t(
            'Whoever decides its proposals needs {permission} and the permissions of the changes.',
            {
              // i18n-ignore: the names of a permission
              permission: permissionText(permission('System', 'Integrations', 'approve')),
            },
          )}
        </Step>
      </Steps>
      <CopyField label={t('Address of the MCP server')} text={url} />
      <CopyField
        label={t('Header')}
        // i18n-ignore: a header
        text={`Authorization: ${header}`}
      />
      <CopyField label={t('Configuration of a client')} text={configuration(url)} block />
      <p className="dim anywhere">
        {issuer
          ? rich(
              'People can connect an agent without a key: its client asks them to sign in at {issuer}, and acts with their permissions.',
              { issuer: <bdi dir="ltr">{issuer}</bdi> },
            )
          : rich(
              'To let people connect agents without a key, with their own sign-in and permissions, start the server with the setting {setting}: the issuer of an identity provider under <link>Sign-in</link> that issues tokens for the address above.',
              {
                // i18n-ignore: a setting
                setting: <code dir="ltr">MCP_ISSUER</code>,
                link: (text) => <PartLink to="sign-in">{text}</PartLink>,
              },
            )}
      </p>
    </Section>
  )
}
