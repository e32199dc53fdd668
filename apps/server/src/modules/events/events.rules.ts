import { say } from '@steward/i18n/sentence'
import { Failure, invalidField } from '../../http/failure.ts'

/** Refuses an end before the start, at the field that was sent. */
export function mustEndAfterStart(
  row: { starts_at: string; ends_at: string | null },
  fields: { startsAt?: string | undefined; endsAt?: string | null | undefined },
): void {
  if (fields.startsAt === undefined && fields.endsAt === undefined) return
  const starts = fields.startsAt ?? row.starts_at
  const ends = fields.endsAt === undefined ? row.ends_at : fields.endsAt
  if (ends === null || ends >= starts) return
  const entry =
    fields.endsAt === undefined
      ? { path: 'startsAt', msg: 'must not be after the end' }
      : { path: 'endsAt', msg: 'must not be before the start' }
  throw new Failure('invalid', 'An event can’t end before it starts.', { errors: [entry] })
}

/** Refuses a capacity below the number of people who already attend. */
export function mustHoldAttendees(
  row: { capacity: number | null; attendee_count: number },
  capacity: number | null | undefined,
): void {
  if (capacity === undefined || capacity === null || capacity === row.capacity) return
  if (capacity >= row.attendee_count) return
  throw invalidField(
    'capacity',
    say('must be at least {count}: that many people are already attending', {
      count: String(row.attendee_count),
    }),
  )
}
