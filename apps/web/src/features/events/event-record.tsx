import type { Event } from '@steward/contract/events'
import { type DeepPartial, textOf, timeOf } from '../../api/read.ts'
import { RecordHistory } from '../../shared/audit-log/record-history.tsx'
import { useEditing } from '../../ui/form/use-editing.ts'
import { Count, Text } from '../../ui/format/text.tsx'
import { Time, useNow } from '../../ui/format/time.tsx'
import { relativeText } from '../../ui/format/time-text.ts'
import { PersonLink } from '../../ui/record/person-link.tsx'
import {
  Block,
  Field,
  Fields,
  IdField,
  Leaving,
  RecordTop,
} from '../../ui/record/record-fields.tsx'
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
      <Fields>
        <Field label="When">
          <Text value={whenWords(event, now)} />
          {starts !== null && ` (${relativeText(starts, now)})`}
        </Field>
        {textOf(event.timeZone) && (
          <Field label="Time zone">
            <Text value={event.timeZone} />
          </Field>
        )}
        <Field label="Location">
          <Text value={event.location} />
        </Field>
        <Field label="Online">
          <Text value={event.online === true ? 'Yes' : event.online === false ? 'No' : null} />
        </Field>
        <Field label="Host">
          <PersonLink person={event.host} />
        </Field>
        <Field label="Attendees">
          <Count value={event.attendeeCount} />
        </Field>
        <Field label="Capacity">
          <Count value={event.capacity} />
        </Field>
        <Field label="Created">
          <Time at={event.createdAt} whole />
        </Field>
        <Field label="Updated">
          <Time at={event.updatedAt} whole />
        </Field>
        <IdField id={event._id} />
      </Fields>
      <RecordHistory id={event._id} />
    </Leaving>
  )
}
