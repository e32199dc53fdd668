import classes from './error-page.module.css'
import { linkButton } from './link-button.ts'
import { PageMessage } from './page-message.tsx'

/** A page's code could not be loaded. */
export class PageCodeMissing extends Error {
  constructor(cause: unknown) {
    super('The code of this page could not be loaded', { cause })
    this.name = 'PageCodeMissing'
  }
}

/**
 * In place of a page that failed to render (specification section 8). What exactly went wrong is
 * behind "Details", for whoever is asked for help.
 */
export function ErrorPage({ error }: { error: unknown }) {
  const actions = (
    <>
      <button type="button" className={linkButton} onClick={() => window.location.reload()}>
        Reload
      </button>
      <a className={linkButton} href={import.meta.env.BASE_URL}>
        Go to the start page
      </a>
    </>
  )
  if (error instanceof PageCodeMissing)
    return (
      <PageMessage role="alert" title="This page couldn’t be loaded" actions={actions}>
        <p>Either you are offline, or a new version has been installed since you came.</p>
        <p>Reloading brings the newest one.</p>
      </PageMessage>
    )
  return (
    <PageMessage role="alert" title="Unexpected Application Error!" actions={actions}>
      <p>Something broke in this page, not in your data. Reloading usually helps.</p>
      <details className={classes.details}>
        <summary>Details</summary>
        <code>{error instanceof Error ? error.message : String(error)}</code>
      </details>
    </PageMessage>
  )
}
