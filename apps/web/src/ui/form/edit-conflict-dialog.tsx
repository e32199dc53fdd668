import { Button } from '@mantine/core'
import classes from '../feedback/dialog.module.css'
import { Dialog, DialogActions } from '../feedback/dialog.tsx'

/** A field that stands differently here and on the server. */
export interface Difference {
  label: string
  mine: string
  theirs: string
}

/**
 * Somebody else saved the record meanwhile (409 out_of_date): shows what differs and lets the
 * person choose. Closing it goes back to the form, where nothing has changed.
 * @param props.what the record in words, such as `role`
 * @param props.differences what differs; may be empty, where only the version does
 * @param props.onKeep goes on with what was typed, on top of what is there now
 * @param props.onTake gives up what was typed
 */
export function EditConflictDialog(props: {
  opened: boolean
  what: string
  differences: readonly Difference[]
  onKeep: () => void
  onTake: () => void
  onClose: () => void
}) {
  const { differences } = props
  return (
    <Dialog
      opened={props.opened}
      onClose={props.onClose}
      size="lg"
      title={`This ${props.what} has been changed meanwhile`}
    >
      <p className={classes.text}>
        Somebody else saved it after you opened it. Nothing of yours is saved yet.
      </p>
      {differences.length > 0 && (
        <table className={classes.compare}>
          <thead>
            <tr>
              <th scope="col">Field</th>
              <th scope="col">Yours</th>
              <th scope="col">As it stands now</th>
            </tr>
          </thead>
          <tbody>
            {differences.map(({ label, mine, theirs }) => (
              <tr key={label}>
                <th scope="row">{label}</th>
                <td>
                  <bdi>{mine || '—'}</bdi>
                </td>
                <td>
                  <bdi>{theirs || '—'}</bdi>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <DialogActions>
        <Button variant="default" onClick={props.onTake}>
          Take theirs
        </Button>
        <Button data-autofocus onClick={props.onKeep}>
          Keep mine
        </Button>
      </DialogActions>
    </Dialog>
  )
}
