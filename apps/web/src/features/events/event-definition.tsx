import { areas } from '@steward/contract/areas'
import type { Event } from '@steward/contract/events'
import { importNeeds } from '@steward/contract/imports.routes'
import { type DeepPartial, numberOf, textOf } from '../../api/read.ts'
import { lists } from '../../shared/list/lists.ts'
import { count } from '../../ui/format/locale.ts'
import { Figures, Text } from '../../ui/format/text.tsx'
import { Time } from '../../ui/format/time.tsx'
import {
  actionsColumn,
  choicesOf,
  personColumn,
  statusColumn,
  textColumn,
  timeColumn,
} from '../../ui/list/columns.tsx'
import type { ListDefinition } from '../../ui/list/list-definition.ts'
import { PictureCell } from '../../ui/record/picture-cell.tsx'
import { EventMenu } from './event-actions.tsx'
import { eventDeletion } from './event-deletion.ts'
import { besideTime } from './event-times.ts'

/** Where an event takes place, in words. */
export function placeWords(event: DeepPartial<Event>): string | null {
  const place = textOf(event.location)
  if (event.online !== true) return place
  return place === null ? 'Online' : `${place} · online`
}

/** How many come, of how many that may: `12 / 40`. */
export function attendanceWords(event: DeepPartial<Event>): string | null {
  const [come, may] = [numberOf(event.attendeeCount), numberOf(event.capacity)]
  if (come === null) return may === null ? null : `up to ${count(may)}`
  return may === null ? count(come) : `${count(come)} / ${count(may)}`
}

/** The event list. */
export const eventDefinition: ListDefinition<Event> = {
  list: lists.events,
  imports: { what: 'events', needs: [importNeeds.events] },
  exports: {
    area: 'events',
    columns: {
      starts: 'startsAt',
      ends: 'endsAt',
      zone: 'timeZone',
      location: 'location online',
      attendees: 'attendeeCount capacity',
      created: 'createdAt',
    },
  },
  searchHint: 'Search title, location…',
  searched: (event) => [event.title, event.description, event.location],
  columns: [
    {
      key: 'title',
      label: 'Title',
      width: 280,
      least: 220,
      beside: 34,
      sort: 'title',
      cell: (event) => <PictureCell shape="thing" name={event.title} image={event.image} two />,
      text: (event) => textOf(event.title) ?? '',
    },
    {
      ...timeColumn<Event>('starts', 'Starts', (event) => event.startsAt, {
        kind: 'planned',
        priority: 2,
        sort: 'startsAt',
      }),
      cell: (event) => <Time at={event.startsAt} kind="planned" beside={besideTime(event)} />,
    },
    {
      key: 'location',
      label: 'Location',
      width: 200,
      least: 110,
      most: 240,
      priority: 4,
      cell: (event) => <Text value={placeWords(event)} clip />,
      text: (event) => placeWords(event) ?? '',
    },
    personColumn('host', 'Host', (event) => event.host, { priority: 6 }),
    {
      key: 'attendees',
      label: 'Attendees',
      width: 110,
      most: 900,
      priority: 5,
      named: true,
      quiet: (event) => !event.attendeeCount && !event.capacity,
      sort: 'attendeeCount',
      descending: true,
      align: 'end',
      cell: (event) => <Figures text={attendanceWords(event)} />,
      text: (event) => attendanceWords(event) ?? '',
    },
    statusColumn('status', 'Status', (event) => event.status),
    {
      ...timeColumn<Event>('ends', 'Ends', (event) => event.endsAt, {
        kind: 'planned',
        hidden: true,
      }),
      cell: (event) => <Time at={event.endsAt} kind="planned" beside={besideTime(event)} />,
    },
    textColumn('zone', 'Time zone', (event) => event.timeZone, { hidden: true }),
    timeColumn('created', 'Created', (event) => event.createdAt, {
      sort: 'createdAt',
      hidden: true,
    }),
    actionsColumn((event) => <EventMenu event={event} />),
  ],
  filters: [
    {
      kind: 'choices',
      key: 'status',
      label: 'Status',
      choices: choicesOf(areas.events.statuses),
    },
    { kind: 'flag', key: 'online', label: 'Place', yes: 'Online', no: 'On site' },
    { kind: 'span', field: 'startsAt', label: 'Starts' },
  ],
  title: eventDeletion.name,
}
