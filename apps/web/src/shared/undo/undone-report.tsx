import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from '../../ui/dialog/dialog.module.css'
import { DialogActions } from '../../ui/dialog/dialog.tsx'
import { closeDialog } from '../../ui/dialog/open-dialog.ts'
import { counted } from '../../ui/format/locale.ts'
import { fieldOf } from '../audit-log/fields.ts'
import { areaWord, recordWords } from '../audit-log/words.ts'
import type { Undone } from './undo-on-server.ts'

const maxNamed = 100

/** Reports what was undone, what was not and why, and the jobs that were started. */
export function UndoneReport({ message, data }: { message: string; data: Undone }) {
  const { entries, left, jobs } = data
  return (
    <>
      <p className={classes.text} role="status">
        {message}
        {jobs.length > 0 &&
          ` The rest continues in the background as ${counted(jobs.length, 'job', 'jobs')}, which ${jobs.length === 1 ? 'lists' : 'list'} anything that couldn’t be undone.`}
      </p>
      {left.length > 0 && (
        <section aria-label="Not undone">
          <p className={classes.text}>
            {counted(left.length, 'change was', 'changes were')} not undone:
          </p>
          <Named>{left.map(leftWords)}</Named>
        </section>
      )}
      {entries.length > 0 && (
        <details className={classes.text}>
          <summary>What was undone</summary>
          <Named>
            {entries.map((entry) => (
              <>
                {areaWord(entry.area)}: <bdi>{recordWords(entry)}</bdi>
              </>
            ))}
          </Named>
        </details>
      )}
      <DialogActions>
        <Button variant="filled" data-autofocus onClick={closeDialog}>
          Close
        </Button>
      </DialogActions>
    </>
  )
}

function leftWords({ record, area, message, errors }: NonNullable<Undone['left']>[number]) {
  const labels = errors.map(({ path }) => fieldOf(area ?? '', path ?? '', null).label)
  return (
    <>
      <strong>
        <bdi>{record?.title ?? areaWord(area)}</bdi>
      </strong>
      : <bdi>{message}</bdi>
      {labels.length > 0 && ` (${labels.join(', ')})`}
    </>
  )
}

function Named({ children }: { children: readonly ReactNode[] }) {
  const more = children.length - maxNamed
  return (
    <>
      <ul className="anywhere bullets" style={{ margin: '8px 0 12px' }}>
        {children.slice(0, maxNamed).map((words, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: of one entry several may be left
          <li key={at}>{words}</li>
        ))}
      </ul>
      {more > 0 && <p className={classes.text}>and {counted(more, 'more', 'more')}</p>}
    </>
  )
}
