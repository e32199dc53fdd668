import { NativeSelect, TextInput } from '@mantine/core'
import { t } from '@steward/i18n/reader'
import type { ReactNode } from 'react'
import { timeOf } from '../../api/answers/read.ts'
import {
  cityOf,
  instantsOf,
  offsetAt,
  offsetText,
  timeText,
  zonedLocal,
} from '../format/zoned-time.ts'

/** The suffix of the second of two equal local times, where clocks are set back. */
const second = '#2'

export function typedMoment(value: unknown, zone: string): string {
  const local = zonedLocal(value, zone)
  const [, later] = instantsOf(local, zone)
  const at = timeOf(value)
  return later !== undefined && at !== null && at >= later ? `${local}${second}` : local
}

/** A typed local time as ISO 8601 in UTC; null where it is empty or was skipped by the clocks. */
export function momentOf(typed: string, zone: string): string | null {
  const [first, later] = instantsOf(typed.replace(second, ''), zone)
  const at = typed.endsWith(second) ? (later ?? first) : first
  return at === undefined ? null : new Date(at).toISOString()
}

export function momentError(typed: string, zone: string): string | null {
  if (typed === '' || momentOf(typed, zone) !== null) return null
  const clock = typed.slice(11, 16)
  return clock === ''
    ? t('Enter a date and time')
    : t('{time} doesn’t exist on that day in {city} because the clocks go forward', {
        time: clock,
        city: cityOf(zone),
      })
}

/** A day and time in a zone ({@link typedMoment}); asks which one if it occurs twice. */
export function ZonedTimeField(props: {
  label: string
  value: string
  zone: string
  error?: ReactNode
  required?: boolean
  disabled?: boolean
  hidden?: boolean
  onChange: (value: string) => void
}) {
  const { label, value, zone, onChange } = props
  const local = value.replace(second, '')
  const instants = instantsOf(local, zone)
  if (props.hidden) return null
  return (
    <div>
      <TextInput
        type="datetime-local"
        label={label}
        value={local}
        disabled={props.disabled === true}
        error={props.error ?? momentError(value, zone)}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      {instants.length > 1 && !props.disabled && (
        <NativeSelect
          mt={4}
          // i18n: which of two equal local times
          aria-label={t('{field}: which one', { field: label })}
          description={t('Clocks in {city} go back at this time, so it happens twice.', {
            city: cityOf(zone),
          })}
          inputWrapperOrder={['input', 'description']}
          value={value.endsWith(second) ? second : ''}
          onChange={(event) => onChange(local + event.currentTarget.value)}
          data={instants.map((at, index) => {
            const of = { time: timeText(at, zone), offset: offsetText(offsetAt(at, zone)) }
            return index === 0
              ? { value: '', label: t('The first {time} ({offset})', of) }
              : { value: second, label: t('The second {time} ({offset})', of) }
          })}
        />
      )}
    </div>
  )
}
