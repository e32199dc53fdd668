import { t } from '@steward/i18n/reader'
import { linkButton } from '../links/link-button.ts'
import { CodeMissing } from '../load/load-code.ts'
import { CodeMissingPage } from './code-missing-page.tsx'
import classes from './error-page.module.css'
import { PageMessage } from './page-message.tsx'

const ReloadActions = () => (
  <>
    <button type="button" className={linkButton} onClick={() => window.location.reload()}>
      {t('Reload')}
    </button>
    <a className={linkButton} href={import.meta.env.BASE_URL}>
      {t('Go to the home page')}
    </a>
  </>
)

export const reloadActions = <ReloadActions />

/** Shown for a page that failed to render (section 8); `onRetry` reloads the window by default. */
export function ErrorPage(props: { error: unknown; onRetry?: () => void }) {
  const { error, onRetry = () => window.location.reload() } = props
  if (error instanceof CodeMissing)
    return <CodeMissingPage tried={error.tried} onRetry={onRetry} actions={reloadActions} />
  return (
    <PageMessage
      role="alert"
      // i18n-ignore: the specification’s, in every language (section 2)
      title={<span lang="en">Unexpected Application Error!</span>}
      actions={reloadActions}
    >
      <p>{t('Something went wrong on this page. Your data isn’t affected. Try reloading.')}</p>
      <details className={classes.details}>
        <summary>{t('Details')}</summary>
        <code className="mt-8 boxed on-surface xs">
          {error instanceof Error ? error.message : String(error)}
        </code>
      </details>
    </PageMessage>
  )
}
