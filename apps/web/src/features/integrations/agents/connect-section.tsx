import { t } from '@steward/i18n/reader'
import { Link } from '@tanstack/react-router'
import { rich } from '../../../ui/format/rich.tsx'
import { Section } from '../../../ui/page/section.tsx'
import { CopyField } from '../shared/copy-field.tsx'
import classes from './agents.module.css'

/** What most clients of the Model Context Protocol read from a file. */
const configuration = (url: string): string =>
  JSON.stringify(
    {
      mcpServers: {
        // i18n-ignore: a file that programs read
        steward: { type: 'http', url, headers: { Authorization: 'Bearer stw_…' } },
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
      <ol className={classes.steps}>
        <li>
          <p>
            {rich(
              'Create a service account and a key on the tab <keys>Keys</keys>. Its role needs the lists that the agent reads; to propose, also System · Integrations · propose and the permissions of the changes.',
              {
                keys: (inner) => (
                  <Link to="/integrations/$part" params={{ part: 'keys' }} className="link">
                    {inner}
                  </Link>
                ),
              },
            )}
          </p>
        </li>
        <li>{t('Set the bounds of the account on this page, if it shall propose changes.')}</li>
        <li>{t('Give the agent’s client the address and the key, as below.')}</li>
      </ol>
      <CopyField label={t('Address of the MCP server')} text={url} />
      <CopyField label={t('Configuration of a client')} text={configuration(url)} block />
      {issuer && (
        <p className="dim anywhere">
          {rich(
            'People can connect an agent without a key: its client asks them to sign in at {issuer}, and acts with their permissions.',
            { issuer: <bdi dir="ltr">{issuer}</bdi> },
          )}
        </p>
      )}
    </Section>
  )
}
