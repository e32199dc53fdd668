import { capitalize } from '@steward/contract/values/capitalize'
import classes from '../format/cells.module.css'
import { NoValue } from '../format/text.tsx'

type Tone = 'good' | 'info' | 'warn' | 'bad' | 'muted'

const words: Readonly<Record<Tone, string>> = {
  good: 'active paid done open live available confirmed',
  info: 'scheduled doing due normal',
  warn: 'pending reserved high not_confirmed',
  bad: 'deleted overdue urgent',
  muted: 'inactive ended cancelled draft closed todo void sold low',
}
const tones = new Map(
  Object.entries(words).flatMap(([tone, list]) =>
    list.split(' ').map((word) => [word, tone as Tone] as const),
  ),
)
const labels: Readonly<Record<string, string>> = { todo: 'To do' }

/** A status as words: `in_review` → `In review`. */
export function statusWord(status: string): string {
  return labels[status] ?? capitalize(status.replaceAll(/[_-]+/g, ' '))
}

/** A status as a coloured dot with a word; unknown statuses are grey. */
export function StatusBadge({ status }: { status: string | null | undefined }) {
  if (!status) return <NoValue />
  return (
    <span className={classes.status} data-tone={tones.get(status.toLowerCase()) ?? 'muted'}>
      {statusWord(status)}
    </span>
  )
}
