import { Button } from '@mantine/core'
import { useBlocker } from '@tanstack/react-router'
import classes from '../feedback/dialog.module.css'
import { Dialog, DialogActions } from '../feedback/dialog.tsx'
import type { Draft } from './use-draft.ts'

/**
 * Asks before a page is left with something unsaved. The way to the sign-in page is free: there the
 * session is lost, and drafts come back after signing in.
 * @param props.within a key of the URL's search that says which form is open: to change it leaves too
 */
export function UnsavedChangesDialog({ draft, within }: { draft: Draft; within?: string }) {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: async ({ current, next }) => {
      const leaves =
        next.pathname !== current.pathname ||
        (within !== undefined && wordOf(next.search, within) !== wordOf(current.search, within))
      if (!leaves || next.pathname === '/' || !draft.unsaved()) return false
      // The key that closed a drawer is still on its way, and would close the question too.
      await new Promise((done) => setTimeout(done))
      return true
    },
    enableBeforeUnload: draft.unsaved,
    withResolver: true,
  })
  return (
    <Dialog opened={status === 'blocked'} onClose={() => reset?.()} title="Leave without saving?">
      <p className={classes.text}>Your changes on this page aren’t saved yet.</p>
      <DialogActions>
        <Button variant="default" data-autofocus onClick={() => reset?.()}>
          Stay
        </Button>
        <Button
          color="red.9"
          onClick={() => {
            draft.discard()
            proceed?.()
          }}
        >
          Leave
        </Button>
      </DialogActions>
    </Dialog>
  )
}

const wordOf = (search: unknown, key: string): unknown =>
  (search as Readonly<Record<string, unknown>> | undefined)?.[key]
