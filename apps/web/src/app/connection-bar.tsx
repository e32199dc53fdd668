import { t } from '@steward/i18n/reader'
import { useEffect, useRef } from 'react'
import { useConnection } from '../api/browser/connection.ts'
import { useSlowCalls } from '../api/slow-calls.ts'
import { linkButton } from '../ui/links/link-button.ts'
import { notice } from '../ui/messages/messages.tsx'
import classes from './connection-bar.module.css'

/**
 * The line at the lower edge of every page that reports connection problems: offline, or a server
 * that is slow to answer. Always mounted, so that screen readers announce what appears in it; a
 * page has its own status elements.
 */
export function ConnectionBar() {
  const online = useConnection((state) => state.online)
  const slow = useSlowCalls((state) => state.slow)
  const wasOffline = useRef(false)
  useEffect(() => {
    if (online && wasOffline.current) notice(t('You are online again.'))
    wasOffline.current = !online
  }, [online])
  return (
    <div
      aria-live="polite"
      aria-atomic="true"
      className={classes['bar']}
      data-connection={!online ? 'offline' : slow.length > 0 ? 'slow' : undefined}
    >
      {!online ? (
        <p>
          {t('You are offline. You can view what has already loaded, but changes can’t be saved.')}
        </p>
      ) : slow.length > 0 ? (
        <>
          <p>
            {slow.some(({ changes }) => changes)
              ? t(
                  'The server is taking long to answer. Still waiting… Your change may or may not have been saved. Check before trying again.',
                )
              : t('The server is taking long to answer. Still waiting…')}
          </p>
          {slow.some(({ askAgain }) => askAgain) && (
            <button
              type="button"
              className={linkButton}
              onClick={() => {
                for (const { askAgain } of slow) askAgain?.()
              }}
            >
              {t('Try again')}
            </button>
          )}
        </>
      ) : null}
    </div>
  )
}
