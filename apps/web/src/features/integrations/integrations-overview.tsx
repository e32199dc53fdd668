import { t } from '@steward/i18n/reader'
import { Link } from '@tanstack/react-router'
import { hasCall, useMissingCalls } from '../../api/missing-calls.ts'
import classes from './integrations.module.css'
import { integrationParts } from './parts.tsx'

/** What can be connected, and what each is for. */
export function IntegrationsOverview() {
  useMissingCalls()
  return (
    <div className={`grid one-column gap-16 ${classes.page}`}>
      <header>
        <h1>{t('Integrations')}</h1>
        <p className="dim">
          {t(
            'Connect Steward with what your community already has. Every change is in the audit log.',
          )}
        </p>
      </header>
      <ul className={`grid one-column gap-8 ${classes.parts}`}>
        {integrationParts
          .filter(({ call }) => hasCall(call))
          .map(({ path, title, hint, icon: Icon }) => (
            <li key={path}>
              <Link to="/integrations/$part" params={{ part: path }} className={classes.part}>
                <Icon aria-hidden size="1.5rem" stroke={1.6} />
                <span>
                  <span className="medium">{t(title)}</span>
                  <span className={classes.hint}>{t(hint)}</span>
                </span>
              </Link>
            </li>
          ))}
      </ul>
    </div>
  )
}
