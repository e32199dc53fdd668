import { Button } from '@mantine/core'
import { listOf, textOf } from '../../api/read.ts'
import classes from '../../ui/feedback/dialog.module.css'
import { DialogActions } from '../../ui/feedback/dialog.tsx'
import { counted } from '../../ui/format/locale.ts'
import { fieldOf } from '../audit-log/fields.ts'
import { areaWord, recordWords } from '../audit-log/words.ts'
import type { Undone } from './take-back.ts'
import { dropUndo } from './undo.store.ts'

/** As many records as are named one by one. */
const most = 100

/** What an undo of several entries came to: what was taken back, what was left and why, and its jobs. */
export function UndoneReport({ message, data }: { message: string; data: Undone }) {
  const entries = listOf(data.entries)
  const left = listOf(data.left)
  const jobs = listOf(data.jobs)
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
          <ul className={classes.told}>
            {left.slice(0, most).map((each, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: of one entry several may be left
              <li key={at}>
                <strong>
                  <bdi>{textOf(each.record?.title) ?? areaWord(each.area)}</bdi>
                </strong>
                : <bdi>{each.message}</bdi>
                {listOf(each.errors).length > 0 && (
                  <>
                    {' '}
                    (
                    {listOf(each.errors)
                      .map(({ path }) => labelOf(each.area, path))
                      .join(', ')}
                    )
                  </>
                )}
              </li>
            ))}
          </ul>
          <More count={left.length - most} />
        </section>
      )}
      {entries.length > 0 && (
        <details className={classes.text}>
          <summary>What was undone</summary>
          <ul className={classes.told}>
            {entries.slice(0, most).map((entry) => (
              <li key={entry._id}>
                {areaWord(entry.area)}: <bdi>{recordWords(entry)}</bdi>
              </li>
            ))}
          </ul>
          <More count={entries.length - most} />
        </details>
      )}
      <DialogActions>
        <Button data-autofocus onClick={dropUndo}>
          Close
        </Button>
      </DialogActions>
    </>
  )
}

const labelOf = (area: unknown, path: unknown): string => {
  const name = textOf(path) ?? ''
  return fieldOf(textOf(area) ?? '', name, null).label
}

const More = ({ count }: { count: number }) =>
  count > 0 ? <p className={classes.text}>and {counted(count, 'more', 'more')}</p> : null
