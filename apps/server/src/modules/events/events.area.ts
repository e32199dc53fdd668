import { areas } from '@steward/contract/areas'
import type { Event } from '@steward/contract/events'
import * as field from '../../import/fields.ts'
import { BadField, readChoice } from '../../import/values.ts'
import { defineArea } from '../area.ts'
import { flag, number, recordColumns, text, time } from '../export-columns.ts'
import { updating } from '../revert.ts'
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
  columns: {
    ...recordColumns,
    title: text('Title', (event) => event.title),
    description: text('Description', (event) => event.description),
    timeZone: text('Time zone', (event) => event.timeZone),
    startsAt: time('Starts', (event) => event.startsAt),
    endsAt: time('Ends', (event) => event.endsAt),
    location: text('Location', (event) => event.location),
    online: flag('Online', (event) => event.online),
    host: text('Host', (event) => event.host?.name),
    capacity: number('Capacity', (event) => event.capacity),
    attendeeCount: number('Attendees', (event) => event.attendeeCount),
    status: text('Status', (event) => event.status),
    image: text('Image', (event) => event.image),
  },
  imports: {
    events: {
      table: 'events',
      fields: {
        title: { reader: field.line, column: 'title', required: true },
        description: { reader: field.long, column: 'description' },
        timeZone: { reader: field.zone, column: 'time_zone' },
        startsAt: { reader: field.localTime, column: 'starts_at', required: true },
        endsAt: { reader: field.localTime, column: 'ends_at' },
        location: { reader: field.line, column: 'location' },
        online: { reader: field.flag, column: 'online', fallback: false },
        host: { reader: field.person('host_name'), column: 'host_id' },
        capacity: { reader: field.count, column: 'capacity' },
        attendeeCount: { reader: field.count, column: 'attendee_count', fallback: 0 },
        status: {
          reader: field.readPlain((word) => readChoice(word, statuses) === 'cancelled'),
          column: 'cancelled',
          fallback: false,
        },
        ...field.dated,
      },
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
