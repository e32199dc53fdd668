import { areas } from '@steward/contract/areas/areas'
import { eventFields } from '@steward/contract/events/events.fields'
import { msg } from '@steward/i18n/reader'
import { say } from '@steward/i18n/sentence'
import { plainColumns } from '../../db/schema/columns.ts'
import * as field from '../../importer/fields.ts'
import { BadField, readChoice } from '../../importer/values.ts'
import { contentArea } from '../records/content-area.ts'
import { importFieldsOf } from '../records/import-fields.ts'
import { findNamedPerson } from '../records/person-reference.store.ts'
import { mustEndAfterStart, mustHoldAttendees } from './events.rules.ts'
import { type EventRow, eventStore } from './events.store.ts'

const { statuses } = areas.events

/** Throws a BadField where an event ends before it starts. */
function mustEndLater({ ends_at, starts_at }: Record<string, unknown>): void {
  if (ends_at && (ends_at as string) < (starts_at as string)) {
    throw new BadField('endsAt', 'is before startsAt')
  }
}

/** The area of events (specification section 7, Other areas). */
export const eventsArea = contentArea<'events', EventRow>('events', {
  store: eventStore,
  writes: {
    columns: async ({ tx }, { status, host, ...sent }, event) => {
      mustEndAfterStart(event ?? { starts_at: sent.startsAt ?? '', ends_at: null }, sent)
      if (event) mustHoldAttendees(event, sent.capacity)
      const found = host && (await findNamedPerson(tx, event?.host_id ?? null, host, 'host'))
      return {
        ...plainColumns(eventFields, sent),
        // All states but `cancelled` follow from the times.
        ...(status && { cancelled: status === 'cancelled' }),
        ...(host === null && { host_id: null, host_name: null }),
        // For a user, the name is read from the account.
        ...(found && { host_id: found.id, host_name: found.id === null ? found.name : null }),
      }
    },
    saved: ({ status, title }, { cancelled }) =>
      status === 'cancelled' && !cancelled
        ? say('“{title}” cancelled.', { title })
        : msg('Event saved.'),
  },
  mayPutBack: (_at, event, { starts_at, ends_at, capacity }) => {
    mustEndAfterStart(event, { startsAt: starts_at, endsAt: ends_at })
    mustHoldAttendees(event, capacity)
  },
  imports: {
    events: {
      table: 'events',
      fields: importFieldsOf(eventFields, statuses, {
        timeZone: { reader: field.zone },
        startsAt: { reader: field.localTime },
        endsAt: { reader: field.localTime },
        status: {
          reader: field.readPlain((word) => readChoice(word, statuses) === 'cancelled'),
          column: 'cancelled',
          fallback: false,
        },
      }),
      finish: mustEndLater,
      mayOverwrite: (row, columns) => mustEndLater({ ...row, ...columns }),
    },
  },
  search: {
    keys: ['title'],
    title: ['title'],
    detail: ['location'],
    at: 'starts_at',
  },
})
