import { permission } from '@steward/contract/permissions'
import { ListPage } from '../../shared/list/list-page.tsx'
import type { ListView } from '../../ui/list/list-screen.tsx'
import { useView, ViewSwitch } from '../../ui/page/view-switch.tsx'
import { EventCalendar } from './event-calendar.tsx'
import { eventDefinition } from './event-definition.tsx'
import { EventRecord } from './event-record.tsx'
import { eventListOptions } from './events.queries.ts'

const calendar: ListView = { toolbar: true, draw: (given) => <EventCalendar {...given} /> }

const views = [
  { view: null, label: 'List' },
  { view: 'calendar', label: 'Calendar' },
] as const

/** The events. */
export function EventsPage() {
  const view = useView(['calendar'])
  return (
    <ListPage
      title="Events"
      definition={eventDefinition}
      options={eventListOptions}
      needs={permission('Community', 'Events', 'list')}
      tabs={<ViewSwitch views={views} />}
      view={view ? calendar : undefined}
      drawer={({ record }) => <EventRecord event={record} />}
    />
  )
}
