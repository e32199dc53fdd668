import { t } from '@steward/i18n/reader'
import { RecordsPage } from '../../shared/records/records-page.tsx'
import { drawerPart } from '../../ui/page/lazy-part.tsx'
import { EventCalendar } from './event-calendar.tsx'
import { eventDefinition } from './event-definition.tsx'
import { events } from './events.ts'

const EventRecord = drawerPart(async () => (await import('./event-record.tsx')).EventRecord)
const EventForm = drawerPart(async () => (await import('./event-editor.tsx')).EventEditor)

export const EventsPage = () => (
  <RecordsPage
    of={events}
    definition={eventDefinition}
    Record={EventRecord}
    create={{ form: EventForm }}
    view={{ name: 'calendar', label: t('Calendar'), toolbar: true, Rows: EventCalendar }}
  />
)
