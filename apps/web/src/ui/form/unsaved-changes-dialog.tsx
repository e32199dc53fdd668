import { Button } from '@mantine/core'
import { t } from '@steward/i18n/reader'
import { useBlocker } from '@tanstack/react-router'
import classes from '../dialog/dialog.module.css'
import { Dialog, DialogActions } from '../dialog/dialog.tsx'
import type { Draft } from './use-draft.ts'

/**
 * Asks before leaving with unsaved changes, except to sign in, after which drafts return.
 * @param props.within a URL search key that names the open form: changing it leaves, too
 */
export function UnsavedChangesDialog({
  draft,
  within,
}: {
  draft: Pick<Draft, 'unsaved' | 'discard'>
  within?: string
}) {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: async ({ current, next }) => {
      const leaves =
        next.pathname !== current.pathname ||
        (within !== undefined && wordOf(next.search, within) !== wordOf(current.search, within))
      if (!leaves || next.pathname === '/' || !draft.unsaved()) return false
      // Waits a moment, as the Escape that closed a drawer would close this dialog as well.
      await new Promise((done) => setTimeout(done))
      return true
    },
    enableBeforeUnload: draft.unsaved,
    withResolver: true,
  })
  return (
    <Dialog
      opened={status === 'blocked'}
      onClose={() => reset?.()}
      title={t('Leave without saving?')}
    >
      <p className={classes.text}>{t('Your changes on this page aren’t saved yet.')}</p>
      <DialogActions>
        <Button data-autofocus onClick={() => reset?.()}>
          {/* i18n: verb: stay on this page */}
          {t('Stay')}
        </Button>
        <Button
          variant="filled"
          color="red.9"
          onClick={() => {
            draft.discard()
            proceed?.()
          }}
        >
          {/* i18n: verb: leave this page */}
          {t('Leave')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

const wordOf = (search: unknown, key: string): unknown =>
  (search as Readonly<Record<string, unknown>> | undefined)?.[key]
