import { IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { isDeleted, timeOf } from '../../api/answers/read.ts'
import { call } from '../../api/client.ts'
import { counted } from '../../ui/format/locale.ts'
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
  const by = deleterName(record)
  return (
    <Note role="note" icon={<IconTrash size="1rem" aria-hidden />}>
      Deleted
      {by !== null && (
        <>
          {' '}
          by <bdi>{by}</bdi>
        </>
      )}
      {at !== null && (
        <>
          {' '}
          on <Time at={at} whole />
        </>
      )}
      .
      {at !== null && days !== null && days > 0 && (
        <> It is kept until {dayText(at + days * day)}, then deleted permanently.</>
      )}
    </Note>
  )
}

export function KeptNote() {
  const days = useTrashDays(true)
  return (
    <p className="dim" style={{ minHeight: '1.55em' }}>
      {days === 0 && 'Deleted records are kept until somebody deletes them permanently.'}
      {days !== null &&
        days > 0 &&
        `Deleted records are kept for ${counted(days, 'day', 'days')}, then deleted permanently.`}
    </p>
  )
}
