import type { Event } from '@steward/contract/events/events'
import { eventFields } from '@steward/contract/events/events.fields'
import { type DeepPartial, textOf, timeOf } from '../../api/read.ts'
import { RecordHistory } from '../../shared/audit-log/record-history.tsx'
import { useEditing } from '../../ui/form/use-editing.ts'
import { Text } from '../../ui/format/text.tsx'
import { useNow } from '../../ui/format/time.tsx'
import { relativeText } from '../../ui/format/time-text.ts'
import { FieldList } from '../../ui/record/field-list.tsx'
import { Block, Leaving, RecordTop } from '../../ui/record/record-fields.tsx'
import { StatusBadge } from '../../ui/record/status-badge.tsx'
import { EventButtons, useMayChange } from './event-actions.tsx'
import { EventEditor } from './event-editor.tsx'
import { whenWords } from './event-times.ts'

/** An event, whole, or its form. @param props.onDone called once it is deleted */
export function EventRecord(props: { event: DeepPartial<Event>; onDone: () => void }) {
  const { event } = props
  const may = useMayChange()
  const now = useNow()
  const starts = timeOf(event.startsAt)
  const { editing, coming, leave } = useEditing()
  if (editing !== null && editing === event._id && may(event))
    return <EventEditor key={editing} event={event} onCancel={leave} onDone={leave} />
  return (
    <Leaving on={coming}>
      <RecordTop shape="thing" image={event.image} title={event.title}>
        <StatusBadge status={event.status} />
      </RecordTop>
      <EventButtons event={event} onDone={props.onDone} />
      <Block title="Description">
        <Text value={event.description} />
      </Block>
      <FieldList
        fields={eventFields}
        record={event}
        first={['startsAt']}
        labels={{ startsAt: 'When' }}
        own={{
          startsAt: (
            <>
              <Text value={whenWords(event, now)} />
              {starts !== null && ` (${relativeText(starts, now)})`}
            </>
          ),
          timeZone: textOf(event.timeZone),
          title: null,
          endsAt: null,
          status: null,
        }}
      />
      <RecordHistory id={event._id} />
    </Leaving>
  )
}
