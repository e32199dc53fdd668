import { permission } from '@steward/contract/permissions'
import { ListScreen } from '../../ui/list/list-screen.tsx'
import { eventDefinition } from './event-definition.tsx'
import { EventRecord } from './event-record.tsx'
import { eventListOptions } from './events.queries.ts'

/** The events. */
export function EventsPage() {
  return (
    <ListScreen
      title="Events"
      definition={eventDefinition}
      options={eventListOptions}
      needs={permission('Community', 'Events', 'list')}
      drawer={({ record }) => <EventRecord event={record} />}
    />
  )
}
