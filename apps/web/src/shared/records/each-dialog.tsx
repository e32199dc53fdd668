import { Button, Progress } from '@mantine/core'
import '@mantine/core/styles/Progress.css'
import type { AreaName } from '@steward/contract/areas/areas'
import { areas } from '@steward/contract/areas/areas'
import type { ReactNode } from 'react'
import { wordsOf } from '../../api/failure.ts'
import classes from '../../ui/dialog/dialog.module.css'
import { Dialog, DialogActions } from '../../ui/dialog/dialog.tsx'
import { closeDialog } from '../../ui/dialog/open-dialog.ts'
import { count, counted } from '../../ui/format/locale.ts'
import type { EachProgress, useEach } from './use-each.ts'

/**
 * A dialog that asks before an action on several records, then shows how far it is, and what failed.
 * @param props.question the title at first, where it is only confirmed; Cancel then has the focus
 * @param props.did what was done, such as `restored`
 */
export function EachDialog(props: {
  each: ReturnType<typeof useEach>
  area: AreaName
  did: string
  title: string
  question?: string
  total: number
  button: ReactNode
  /** Called when it is closed after the action. */
  onDone: () => void
  children: ReactNode
}) {
  const { progress, stop } = props.each
  const running = progress !== null && !progress.over
  const close = () => {
    if (running) return stop()
    closeDialog()
    if (progress) props.onDone()
  }
  return (
    <Dialog title={(!progress && props.question) || props.title} onClose={close}>
      {progress ? <Result {...props} progress={progress} /> : props.children}
      <DialogActions>
        <Button data-autofocus={props.question && true} onClick={close}>
          {running ? 'Stop' : progress ? 'Close' : 'Cancel'}
        </Button>
        {!progress && props.button}
      </DialogActions>
    </Dialog>
  )
}

function Result(props: {
  progress: EachProgress
  area: AreaName
  did: string
  title: string
  total: number
}) {
  const { total, did } = props
  const { done, failures, over } = props.progress
  const { one, many } = areas[props.area]
  const through = done + failures.length
  const left = total > through ? `, ${count(total - through)} not processed` : ''
  return (
    <>
      <p className={classes.text} role="status">
        {over
          ? `${counted(done, one, many)} ${did}${left}.`
          : `${count(through)} of ${count(total)}`}
      </p>
      {!over && <Progress value={(through / total) * 100} aria-label={props.title} />}
      {failures.length > 0 && (
        <>
          <p className={classes.text}>
            {counted(failures.length, one, many)} could not be {did}:
          </p>
          <ul className="grid gap-4 mb-12">
            {failures.map(({ id, name, failure }) => (
              <li key={id}>
                <strong>
                  <bdi>{name}</bdi>
                </strong>
                : <bdi>{wordsOf(failure)}</bdi>
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  )
}
