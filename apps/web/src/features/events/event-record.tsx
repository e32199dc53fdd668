import type { Event } from '@steward/contract/events'
import type { DeepPartial } from '../../api/read.ts'
import { RecordHistory } from '../../shared/audit-log/record-history.tsx'
import { DeletionButtons } from '../../shared/records/deletion-actions.tsx'
import { Count, Text } from '../../ui/format/text.tsx'
import { Time } from '../../ui/format/time.tsx'
import { PersonLink } from '../../ui/record/person-link.tsx'
import { Block, Field, Fields, IdField, RecordTop } from '../../ui/record/record-fields.tsx'
import { StatusBadge } from '../../ui/record/status-badge.tsx'
import { eventDeletion } from './event-deletion.ts'

/** An event, whole. @param props.onDone called once it is deleted */
export function EventRecord(props: { event: DeepPartial<Event>; onDone: () => void }) {
  const { event } = props
  return (
    <>
      <RecordTop shape="thing" image={event.image} title={event.title}>
        <StatusBadge status={event.status} />
      </RecordTop>
      <DeletionButtons of={eventDeletion} record={event} onDone={props.onDone} />
      <Fields>
        <Field label="Starts">
          <Time at={event.startsAt} whole />
        </Field>
        <Field label="Ends">
          <Time at={event.endsAt} whole />
        </Field>
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
      <Block title="Description">
        <Text value={event.description} />
      </Block>
      <RecordHistory id={event._id} />
    </>
  )
}
