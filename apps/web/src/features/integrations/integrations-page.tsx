import { t } from '@steward/i18n/reader'
import { useParams } from '@tanstack/react-router'
import { hasCall, useMissingCalls } from '../../api/missing-calls.ts'
import { LinkTab, LinkTabs } from '../../ui/links/link-tabs.tsx'
import { PageMessage } from '../../ui/page/page-message.tsx'
import classes from './integrations.module.css'
import { integrationParts } from './parts.tsx'

/** The parts that the server has; drawn anew once more is known of it. */
function useParts() {
  useMissingCalls()
  return integrationParts.filter(({ call }) => hasCall(call))
}

function Tabs() {
  return (
    <LinkTabs label={t('Integrations')}>
      {useParts().map(({ path, title }) => (
        <LinkTab key={path} to="/integrations/$part" params={{ part: path }}>
          {t(title)}
        </LinkTab>
      ))}
    </LinkTabs>
  )
}

/** What Steward is connected with, each part at an address of its own. */
export function IntegrationPage() {
  const { part } = useParams({ from: '/guarded/integrations/$part' })
  const found = useParts().find(({ path }) => path === part)
  if (!found) return <PageMessage title={t('Page not found')} />
  const { Part, hint } = found
  return (
    <div className={`grid one-column gap-16 ${classes.page}`}>
      <header className="grid one-column gap-8">
        <h1>{t('Integrations')}</h1>
        <Tabs />
        <p className="dim">{t(hint)}</p>
      </header>
      <Part />
    </div>
  )
}
