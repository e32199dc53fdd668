import { eventFields } from '@steward/contract/events/events.fields'
import { importNeeds } from '@steward/contract/imports/imports.routes'
import { count, msg, t } from '@steward/i18n/reader'
import type { Event } from '../../api/answers/records.ts'
import { lists } from '../../shared/lists/lists.ts'
import { Figures, Text } from '../../ui/format/text.tsx'
import { Time } from '../../ui/format/time.tsx'
import { defineList } from '../../ui/list/screen/define-list.tsx'
import { flagChoices } from '../../ui/list/table/columns.tsx'
import { columnsFor } from '../../ui/list/table/field-columns.tsx'
import { PictureCell } from '../../ui/record/picture-cell.tsx'
import { EventMenu } from './event-actions.tsx'
import { besideTime } from './event-times.ts'
import { events } from './events.ts'

function placeWords(event: Event): string | null {
  const place = event.location ?? null
  if (event.online !== true) return place
  return place === null ? t('Online') : t('{place} · online', { place })
}

/** The number of attendees and the capacity, as `12 / 40`; null where neither is known. */
function attendanceWords(event: Event): string | null {
  const [come, may] = [event.attendeeCount ?? null, event.capacity ?? null]
  if (come === null) return may === null ? null : t('up to {count}', { count: may })
  return may === null ? count(come) : `${count(come)} / ${count(may)}`
}

export const eventDefinition = defineList<Event>(eventFields, {
  list: lists.events,
  imports: { what: 'events', needs: [importNeeds.events] },
  exports: 'events',
  searchHint: msg('Search title, location…'),
  columns: columnsFor<Event>(eventFields, {
    title: {
      width: 280,
      least: 220,
      extraWidth: 34,
      cell: (event) => <PictureCell shape="thing" name={event.title} image={event.image} two />,
    },
    startsAt: {
      kind: 'planned',
      // i18n: noun: when events start
      sortName: msg('start'),
      priority: 2,
      cell: (event) => <Time at={event.startsAt} kind="planned" beside={besideTime(event)} />,
    },
    location: {
      exported: 'location online', // i18n-ignore: names of fields
      width: 200,
      least: 110,
      most: 240,
      priority: 4,
      cell: (event) => <Text value={placeWords(event)} clip />,
      text: (event) => placeWords(event) ?? '',
    },
    host: { priority: 6 },
    attendeeCount: {
      exported: 'attendeeCount capacity', // i18n-ignore: names of fields
      most: 900,
      priority: 5,
      quiet: (event) => !event.attendeeCount && !event.capacity,
      cell: (event) => <Figures text={attendanceWords(event)} />,
      text: (event) => attendanceWords(event) ?? '',
      shown: (event) => attendanceWords(event) ?? '',
    },
    status: {},
    endsAt: {
      kind: 'planned',
      hidden: true,
      cell: (event) => <Time at={event.endsAt} kind="planned" beside={besideTime(event)} />,
    },
    timeZone: { key: 'zone', hidden: true },
    createdAt: { hidden: true },
    // Left out here, as it is shown with the location and the attendees.
    online: null,
    capacity: null,
  }),
  actions: (event) => <EventMenu record={event} />,
  filters: {
    status: {},
    // i18n: where events take place: online or on site
    online: { label: msg('Place'), choices: flagChoices(msg('Online'), msg('On site')) },
  },
  title: events.name,
})
