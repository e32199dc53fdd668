import { Checkbox, Textarea, TextInput } from '@mantine/core'
import '@mantine/core/styles/InlineInput.css'
import '@mantine/core/styles/Checkbox.css'
import type { Event } from '@steward/contract/events/events'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/client.ts'
import { type DeepPartial, textOf, timeOf } from '../../api/read.ts'
import { requestBody } from '../../api/request-body.ts'
import { PersonField } from '../../shared/people/person-field.tsx'
import { useEditHistory } from '../../shared/undo/note-change.ts'
import { DrawerForm, FieldRow } from '../../ui/form/record-form.tsx'
import { useRecordForm } from '../../ui/form/use-record-form.ts'
import { ZoneField } from '../../ui/form/zone-field.tsx'
import { momentOf, ZonedTimeField } from '../../ui/form/zoned-time-field.tsx'
import { placeOf } from '../../ui/format/zoned-time.ts'
import { ImageField } from '../../ui/image/image-field.tsx'
import { clockOf, eventForm, newEvent } from './event-form.ts'
import { keepEvent, putNewEvent } from './events.queries.ts'

/**
 * The form of an event. Its times are typed by the clocks of its place.
 * @param props.event null for a new one
 * @param props.day the day on which a new one starts, such as `2026-12-12`
 * @param props.onDone called with its id once it is saved
 */
export function EventEditor(props: {
  event: DeepPartial<Event> | null
  day?: string | null
  onCancel: () => void
  onDone: (id: string | null) => void
}) {
  const client = useQueryClient()
  const history = useEditHistory<DeepPartial<Event>>((event) => textOf(event.title) ?? 'this event')
  const editing = useRecordForm({
    draftKey: `/events/${textOf(props.event?._id) ?? 'new'}`,
    record: props.event,
    named: 'event',
    fields: eventForm,
    ...(props.day && { start: { values: { startsAt: `${props.day}T18:00` } } }),
    send: (fields, base) => {
      const id = textOf(base?._id)
      return id === null
        ? call('events.create', { body: requestBody(newEvent(fields)) })
        : call('events.update', { params: { id }, body: requestBody(fields) })
    },
    ...history,
    keep: (event, base) => {
      const id = textOf(base?._id) ?? textOf(event?._id) ?? ''
      if (base) keepEvent(client, id, event ?? {})
      else putNewEvent(client, id, event)
    },
    done: (event, base) => props.onDone(textOf(event?._id) ?? textOf(base?._id)),
  })
  const { form, input } = editing
  const { timeZone, startsAt, title } = form.getValues()
  const zone = clockOf(timeZone)
  const isNew = editing.base === null
  const { value: online, ...onlineInput } = input('online')
  return (
    <DrawerForm
      what="event"
      saveLabel={isNew ? 'Create event' : 'Save event'}
      editing={editing}
      onCancel={props.onCancel}
    >
      <TextInput {...input('title')} data-autofocus dir="auto" autoComplete="off" />
      <ZoneField
        {...input('timeZone')}
        at={timeOf(momentOf(startsAt, zone)) ?? Date.now()}
        description={
          timeZone === ''
            ? 'Times below are in your time zone'
            : `Times below are in ${placeOf(zone)} time`
        }
      />
      <FieldRow>
        <ZonedTimeField {...input('startsAt')} zone={zone} />
        <ZonedTimeField {...input('endsAt')} zone={zone} />
      </FieldRow>
      <TextInput {...input('location')} dir="auto" autoComplete="off" />
      <Checkbox {...onlineInput} checked={online} label="Can be attended online" />
      <FieldRow>
        <PersonField {...input('host')} />
        <TextInput {...input('capacity')} inputMode="numeric" autoComplete="off" />
      </FieldRow>
      <Textarea {...input('description')} dir="auto" rows={4} />
      <ImageField {...input('image')} shape="thing" name={textOf(title)} />
    </DrawerForm>
  )
}
