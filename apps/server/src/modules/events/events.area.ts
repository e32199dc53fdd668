import { areas } from '@steward/contract/areas/areas'
import type { Event } from '@steward/contract/events/events'
import { eventFields } from '@steward/contract/events/events.fields'
import * as field from '../../import/fields.ts'
import { BadField, readChoice } from '../../import/values.ts'
import { defineArea } from '../records/area.ts'
import { exportColumnsOf, importFieldsOf } from '../records/files.ts'
import { updating } from '../records/revert.ts'
import { eventDeletion } from './events.deletion.ts'
import { mustEndAfterStart, mustHoldAttendees } from './events.rules.ts'
import { type EventRow, eventConditions, eventListing } from './events.store.ts'
import { eventView } from './events.view.ts'

const { statuses } = areas.events

/** @throws {BadField} */
function mustEndLater({ ends_at, starts_at }: Record<string, unknown>): void {
  if (ends_at && (ends_at as string) < (starts_at as string)) {
    throw new BadField('endsAt', 'is before startsAt')
  }
}

/** Events, as exports and imports know them. */
export const eventsArea = defineArea<'events', EventRow, Event>('events', {
  listing: eventListing,
  conditions: (query) => eventConditions(query),
  view: eventView,
  columns: exportColumnsOf(eventFields),
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
  bulk: eventDeletion.actions,
  revert: {
    ...eventDeletion.revert,
    update: updating('events', async (_at, event, columns) => {
      mustEndAfterStart(event, {
        startsAt: columns['starts_at'] as string | undefined,
        endsAt: columns['ends_at'] as string | null | undefined,
      })
      mustHoldAttendees(event, columns['capacity'] as number | null | undefined)
    }),
  },
})
