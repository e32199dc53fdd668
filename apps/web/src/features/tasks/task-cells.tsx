import { count, t } from '@steward/i18n/reader'
import { IconClockExclamation, IconMessage } from '@tabler/icons-react'
import { timeOf } from '../../api/answers/read.ts'
import type { Task } from '../../api/answers/records.ts'
import { Time, useNow } from '../../ui/format/time.tsx'
import { columnTime } from '../../ui/format/time-text.ts'
import classes from './tasks.module.css'

/** Whether an open task is overdue; `now` is in epoch milliseconds. */
export function isOverdue(task: Task, now: number): boolean {
  const due = timeOf(task.dueAt)
  return due !== null && due < now && task.status !== 'done' && task.status !== 'cancelled'
}

export function dueWords(task: Task): string {
  const due = columnTime(timeOf(task.dueAt), { kind: 'planned' })
  return isOverdue(task, Date.now()) ? `${due} —— ${t('Overdue')}` : due
}

export function DueCell({ task, whole = false }: { task: Task; whole?: boolean }) {
  const late = isOverdue(task, useNow())
  return (
    <span className={classes.due}>
      <Time at={task.dueAt} kind="planned" whole={whole} />
      {late && (
        <span className="inline-row gap-4 error-text xs medium">
          <IconClockExclamation size="0.875rem" aria-hidden /> {t('Overdue')}
        </span>
      )}
    </span>
  )
}

export function CommentCount({ value }: { value: number | null | undefined }) {
  if (!value) return null
  const words = t('{count, plural, one {# comment} other {# comments}}', { count: value })
  return (
    <span role="img" aria-label={words} title={words} style={{ whiteSpace: 'nowrap' }}>
      <IconMessage size="0.875rem" aria-hidden /> {count(value)}
    </span>
  )
}
