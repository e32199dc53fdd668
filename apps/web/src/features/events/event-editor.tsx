import { Checkbox, Textarea, TextInput } from '@mantine/core'
import { t } from '@steward/i18n/reader'
import type { Event } from '../../api/answers/records.ts'
import '@mantine/core/styles/InlineInput.css'
import '@mantine/core/styles/Checkbox.css'
import { timeOf } from '../../api/answers/read.ts'
import { PersonField } from '../../shared/people/person-field.tsx'
import { RecordEditor } from '../../shared/records/record-editor.tsx'
import type { RecordFormProps } from '../../shared/records/record-view.tsx'
import { FieldRow } from '../../ui/form/record-form.tsx'
import { ZoneField } from '../../ui/form/zone-field.tsx'
import { momentOf, ZonedTimeField } from '../../ui/form/zoned-time-field.tsx'
import { cityOf } from '../../ui/format/zoned-time.ts'
import { ImageField } from '../../ui/image/image-field.tsx'
import { clockOf, eventForm } from './event-form.ts'
import { events } from './events.ts'

/** The form of an event, which may start on a given day. Its times are typed by the clocks of its place. */
export function EventEditor(props: RecordFormProps<Event>) {
  const day = /^[12]\d{3}-\d\d-\d\d$/.exec(props.start ?? '')?.[0]
  return (
    <RecordEditor
      of={events}
      fields={eventForm}
      {...(day && { values: { startsAt: `${day}T18:00` } })}
      {...props}
    >
      {({ form, input }) => {
        const { timeZone, startsAt, title } = form.getValues()
        const zone = clockOf(timeZone)
        const { value: online, ...onlineInput } = input('online')
        return (
          <>
            <TextInput {...input('title')} data-autofocus dir="auto" autoComplete="off" />
            <ZoneField
              {...input('timeZone')}
              at={timeOf(momentOf(startsAt, zone)) ?? Date.now()}
              description={
                timeZone === ''
                  ? t('Times below are in your time zone')
                  : t('Times below are in {city} time', { city: cityOf(zone) })
              }
            />
            <FieldRow>
              <ZonedTimeField {...input('startsAt')} zone={zone} />
              <ZonedTimeField {...input('endsAt')} zone={zone} />
            </FieldRow>
            <TextInput {...input('location')} dir="auto" autoComplete="off" />
            <Checkbox {...onlineInput} checked={online} label={t('Can be attended online')} />
            <FieldRow>
              <PersonField {...input('host')} />
              <TextInput {...input('capacity')} inputMode="numeric" autoComplete="off" />
            </FieldRow>
            <Textarea {...input('description')} dir="auto" rows={4} />
            <ImageField {...input('image')} shape="thing" name={title} />
          </>
        )
      }}
    </RecordEditor>
  )
}
