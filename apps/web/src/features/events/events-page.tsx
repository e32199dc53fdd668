import type { Event } from '@steward/contract/events/events'
import { useSearch } from '@tanstack/react-router'
import { useBulk } from '../../shared/jobs/use-bulk.tsx'
import { listOptions } from '../../shared/list/list-options.ts'
import { ListPage } from '../../shared/list/list-page.tsx'
import { lists } from '../../shared/list/lists.ts'
import { NewRecord } from '../../shared/records/new-record.tsx'
import type { ListView } from '../../ui/list/screen/list-screen.tsx'
import { drawerPart } from '../../ui/page/lazy-part.tsx'
import { ViewSwitch } from '../../ui/page/view-switch.tsx'
import { EventCalendar } from './event-calendar.tsx'
import { eventDefinition } from './event-definition.tsx'

const EventRecord = drawerPart(async () => (await import('./event-record.tsx')).EventRecord)

const NewEvent = drawerPart(async () => (await import('./new-event.tsx')).NewEvent)

const calendar: ListView<Event> = { toolbar: true, draw: (given) => <EventCalendar {...given} /> }

const views = [
  { view: null, label: 'List' },
  { view: 'calendar', label: 'Calendar' },
] as const

/** The events. */
export function EventsPage() {
  const bulk = useBulk('events')
  const { view } = useSearch({ from: '/guarded/events' })
  return (
    <ListPage
      definition={eventDefinition}
      options={listOptions(lists.events)}
      tabs={<ViewSwitch views={views} />}
      view={view ? calendar : undefined}
      actions={<NewRecord one="event" call="events.create" form={NewEvent} />}
      bulk={bulk}
      drawer={({ record }, close) => <EventRecord event={record} onDone={close} />}
    />
  )
}
