import { t } from '@steward/i18n/reader'
import { IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { isDeleted, timeOf } from '../../api/answers/read.ts'
import { call } from '../../api/client.ts'
import { rich } from '../../ui/format/rich.tsx'
import { Time } from '../../ui/format/time.tsx'
import { dayText } from '../../ui/format/time-text.ts'
import { fieldOf } from '../../ui/list/definition/list-matching.ts'
import { Note } from '../../ui/page/note.tsx'
import { useHasTrash } from './has-trash.ts'
import { deleterName } from './trash-definition.tsx'

/** How many days deleted records are kept: 0 for ever, null while unknown or not loaded. */
function useTrashDays(asks: boolean): number | null {
  const has = useHasTrash()
  const { data } = useQuery({
    queryKey: ['trash.settings'],
    queryFn: async ({ signal }) => (await call('trash.settings', { signal })).data,
    staleTime: Number.POSITIVE_INFINITY,
    enabled: asks && has,
  })
  return data?.days ?? null
}

const day = 86_400_000

export function DeletedBanner({ record }: { record: unknown }) {
  const deleted = isDeleted(record)
  const days = useTrashDays(deleted)
  if (!deleted) return null
  const at = timeOf(fieldOf(record, 'deletedAt'))
  return (
    <Note role="note" icon={<IconTrash size="1rem" aria-hidden />}>
      {deletionWords(deleterName(record), at)}{' '}
      {at !== null &&
        days !== null &&
        days > 0 &&
        t('It is kept until {day}, then deleted permanently.', { day: dayText(at + days * day) })}
    </Note>
  )
}

function deletionWords(by: string | null, at: number | null): ReactNode {
  const person = <bdi>{by}</bdi>
  if (at === null) return by === null ? t('Deleted.') : rich('Deleted by {person}.', { person })
  const time = <Time at={at} whole />
  return by === null
    ? rich('Deleted on {time}.', { time })
    : rich('Deleted by {person} on {time}.', { person, time })
}

export function KeptNote() {
  const days = useTrashDays(true)
  return (
    <p className="dim" style={{ minHeight: '1.55em' }}>
      {days === 0 && t('Deleted records are kept until somebody deletes them permanently.')}
      {days !== null &&
        days > 0 &&
        t(
          'Deleted records are kept for {count, plural, one {# day} other {# days}}, then deleted permanently.',
          { count: days },
        )}
    </p>
  )
}
