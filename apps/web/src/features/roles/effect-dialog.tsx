import { Button } from '@mantine/core'
import { wordsOf } from '../../api/failure.ts'
import { Dialog, DialogActions } from '../../ui/feedback/dialog.tsx'
import { EffectPanel } from './effect-panel.tsx'
import classes from './roles.module.css'
import type { useEffectOf } from './use-effect-of.ts'

/** Shows what saving a role does to its people, before it is saved. */
export function EffectDialog(props: {
  opened: boolean
  effect: ReturnType<typeof useEffectOf>
  isPending: boolean
  onSave: () => void
  onClose: () => void
}) {
  const { data, error, isPlaceholderData } = props.effect
  return (
    <Dialog opened={props.opened} onClose={props.onClose} size="xl" title="Effect of this change">
      {data && !isPlaceholderData ? (
        <EffectPanel effect={data} />
      ) : error ? (
        <p className={classes.error} role="alert">
          The effect couldn’t be loaded: {wordsOf(error)}
        </p>
      ) : (
        <p role="status">Counting…</p>
      )}
      <DialogActions>
        <Button variant="default" onClick={props.onClose}>
          Back
        </Button>
        <Button data-autofocus loading={props.isPending} onClick={props.onSave}>
          Save
        </Button>
      </DialogActions>
    </Dialog>
  )
}
