import { Button, Progress } from '@mantine/core'
import '@mantine/core/styles/Progress.css'
import { areas } from '@steward/contract/areas'
import { useState } from 'react'
import type { Row } from '../../api/listing.ts'
import classes from '../../ui/feedback/dialog.module.css'
import { Dialog, DialogActions } from '../../ui/feedback/dialog.tsx'
import { count, counted } from '../../ui/format/locale.ts'
import { BulkButton, bulkButtons } from '../../ui/list/bulk-button.tsx'
import type { Chosen } from '../../ui/list/use-selection.ts'
import { type Deletable, useMayDelete } from './deletable.ts'
import { type EachProgress, useEachRecord } from './use-each-record.ts'

const words = {
  restore: { verb: 'Restore', suffix: '', did: 'restored', after: 'They come back as they were.' },
  purge: {
    verb: 'Delete',
    suffix: ' for good',
    did: 'deleted for good',
    after: 'This can’t be undone. They are gone then, with any pictures of them.',
  },
} as const
type Action = keyof typeof words

/** What can be done with chosen records that are deleted, one after the other. */
export function EachRecord<T>({ of, chosen }: { of: Deletable<T>; chosen: Chosen<T> }) {
  const may = useMayDelete(of)
  const [asked, setAsked] = useState<Action | null>(null)
  const rows = [...chosen.rows.values()]
  return (
    <>
      {(['restore', 'purge'] as const)
        .filter((action) => rows.some(({ record }) => may(action, record)))
        .map((action) => (
          <BulkButton key={action} {...bulkButtons[action]} onClick={() => setAsked(action)} />
        ))}
      {asked && (
        <EachRecordDialog
          of={of}
          action={asked}
          rows={rows}
          onClose={(isOver) => {
            setAsked(null)
            if (isOver) chosen.clear()
          }}
        />
      )}
    </>
  )
}

/** Asks, then says how far it is, and at the end what could not be done and why. */
function EachRecordDialog<T>(props: {
  of: Deletable<T>
  action: Action
  rows: readonly Row<T>[]
  onClose: (isOver: boolean) => void
}) {
  const { action } = props
  // The choice may change while it goes on.
  const [rows] = useState(props.rows)
  const { one, many } = areas[props.of.area]
  const { verb, suffix } = words[action]
  const { progress, go, stop } = useEachRecord(props.of)
  const question = `${verb} ${counted(rows.length, one, many)}${suffix}`
  const running = progress !== null && !progress.over
  const close = () => (running ? stop() : props.onClose(progress !== null))
  return (
    <Dialog title={progress ? question : `${question}?`} onClose={close}>
      {progress ? (
        <Told {...{ progress, action, one, many }} title={question} total={rows.length} />
      ) : (
        <p className={classes.text}>
          {(action === 'restore' && props.of.returning) || words[action].after}
        </p>
      )}
      <DialogActions>
        <Button variant="default" data-autofocus onClick={close}>
          {running ? 'Stop' : progress ? 'Close' : 'Cancel'}
        </Button>
        {!progress && (
          <Button
            {...(action === 'purge' && { color: 'red.9' })}
            onClick={() => void go(action, rows)}
          >
            {question}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  )
}

function Told(props: {
  progress: EachProgress
  action: Action
  title: string
  total: number
  one: string
  many: string
}) {
  const { total, one, many } = props
  const { done, failures, over } = props.progress
  const { did } = words[props.action]
  const through = done + failures.length
  const left = total > through ? `, ${count(total - through)} not reached` : ''
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
          <ul className={classes.list}>
            {failures.map(({ id, name, message }) => (
              <li key={id}>
                <strong>
                  <bdi>{name}</bdi>
                </strong>
                : <bdi>{message}</bdi>
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  )
}
