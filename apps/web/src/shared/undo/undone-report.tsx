import { Button } from '@mantine/core'
import { t } from '@steward/i18n/reader'
import type { ReactNode } from 'react'
import { said } from '../../api/said.ts'
import classes from '../../ui/dialog/dialog.module.css'
import { DialogActions } from '../../ui/dialog/dialog.tsx'
import { closeDialog } from '../../ui/dialog/open-dialog.ts'
import { inRow } from '../../ui/format/phrases.ts'
import { rich } from '../../ui/format/rich.tsx'
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
        {message}{' '}
        {jobs.length > 0 &&
          t(
            'The rest continues in the background as {count, plural, one {# job, which lists} other {# jobs, which list}} anything that couldn’t be undone.',
            { count: jobs.length },
          )}
      </p>
      {left.length > 0 && (
        <section aria-label={t('Not undone')}>
          <p className={classes.text}>
            {t('{count, plural, one {# change was} other {# changes were}} not undone:', {
              count: left.length,
            })}
          </p>
          <Named>{left.map(leftWords)}</Named>
        </section>
      )}
      {entries.length > 0 && (
        <details className={classes.text}>
          <summary>{t('What was undone')}</summary>
          <Named>
            {entries.map((entry) =>
              // i18n: such as “Bills: B-12”
              rich('{area}: {record}', {
                area: areaWord(entry.area),
                record: <bdi>{recordWords(entry)}</bdi>,
              }),
            )}
          </Named>
        </details>
      )}
      <DialogActions>
        <Button variant="filled" data-autofocus onClick={closeDialog}>
          {t('Close')}
        </Button>
      </DialogActions>
    </>
  )
}

function leftWords({
  record,
  area,
  message,
  errors,
  ...translatable
}: NonNullable<Undone['left']>[number]) {
  const fields = errors.map(({ path }) => t(fieldOf(area ?? '', path ?? '', null).label))
  const values = {
    record: (
      <strong>
        <bdi>{record?.title ?? areaWord(area)}</bdi>
      </strong>
    ),
    failure: <bdi>{said(message, translatable)}</bdi>,
  }
  return fields.length > 0
    ? rich('{record}: {failure} ({fields})', { ...values, fields: inRow(fields) })
    : rich('{record}: {failure}', values)
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
      {more > 0 && <p className={classes.text}>{t('and {count} more', { count: more })}</p>}
    </>
  )
}
