import { eventFields } from '@steward/contract/events/events.fields'
import { t } from '@steward/i18n/reader'
import { timeOf } from '../../api/answers/read.ts'
import type { Event } from '../../api/answers/records.ts'
import type { RecordProps } from '../../shared/records/area-actions.tsx'
import { RecordView } from '../../shared/records/record-view.tsx'
import { rich } from '../../ui/format/rich.tsx'
import { Text } from '../../ui/format/text.tsx'
import { useNow } from '../../ui/format/time.tsx'
import { relativeText } from '../../ui/format/time-text.ts'
import { FieldList } from '../../ui/record/field-list.tsx'
import { NoteBlock } from '../../ui/record/note-block.tsx'
import { RecordTop } from '../../ui/record/record-fields.tsx'
import { StatusBadge } from '../../ui/record/status-badge.tsx'
import { EventButtons } from './event-actions.tsx'
import { EventEditor } from './event-editor.tsx'
import { whenWords } from './event-times.ts'
import { events } from './events.ts'

export function EventRecord(props: RecordProps<Event>) {
  const { record: event } = props
  const now = useNow()
  const starts = timeOf(event.startsAt)
  const when = <Text value={whenWords(event, now)} />
  return (
    <RecordView
      of={events}
      Buttons={EventButtons}
      Form={EventEditor}
      top={
        <RecordTop shape="thing" image={event.image} title={event.title}>
          <StatusBadge status={event.status} />
        </RecordTop>
      }
      {...props}
    >
      <NoteBlock record={event} name="description" title={t('Description')} />
      <FieldList
        fields={eventFields}
        record={event}
        first={['startsAt']}
        labels={{ startsAt: t('When') }}
        own={{
          startsAt:
            starts === null
              ? when
              : // i18n: {time} is relative, such as “in 3 days”
                rich('{when} ({time})', { when, time: relativeText(starts, now) }),
          timeZone: event.timeZone ?? null,
          title: null,
          endsAt: null,
          status: null,
        }}
      />
    </RecordView>
  )
}
