import { NativeSelect, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { timeOf } from '../../api/read.ts'
import {
  instantsOf,
  offsetAt,
  offsetText,
  placeOf,
  timeText,
  zonedLocal,
} from '../format/zoned-time.ts'

/** Behind a time that clocks show twice: the second of the two is meant. */
const second = '#2'

/** A moment as such a field holds it, by the clocks of a zone; empty for none. */
export function typedMoment(value: unknown, zone: string): string {
  const local = zonedLocal(value, zone)
  const [, later] = instantsOf(local, zone)
  const at = timeOf(value)
  return later !== undefined && at !== null && at >= later ? `${local}${second}` : local
}

/** The moment that such a field holds, as ISO 8601 in UTC; null for none, and for one that doesn't exist. */
export function momentOf(typed: string, zone: string): string | null {
  const [first, later] = instantsOf(typed.replace(second, ''), zone)
  const at = typed.endsWith(second) ? (later ?? first) : first
  return at === undefined ? null : new Date(at).toISOString()
}

/** What is wrong with what such a field holds, where something is typed. */
export function momentError(typed: string, zone: string): string | null {
  if (typed === '' || momentOf(typed, zone) !== null) return null
  const clock = typed.slice(11, 16)
  return clock === ''
    ? 'Enter a date and time'
    : `${clock} doesn’t exist on that day in ${placeOf(zone)} because the clocks go forward`
}

/**
 * A day and time by the clocks of a zone ({@link typedMoment}). Where those show it twice, which of the two is asked.
 */
export function ZonedTimeField(props: {
  label: string
  value: string
  zone: string
  error?: ReactNode
  required?: boolean
  onChange: (value: string) => void
}) {
  const { label, value, zone, onChange } = props
  const local = value.replace(second, '')
  const instants = instantsOf(local, zone)
  return (
    <div>
      <TextInput
        type="datetime-local"
        label={label}
        value={local}
        error={props.error ?? momentError(value, zone)}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      {instants.length > 1 && (
        <NativeSelect
          mt={4}
          aria-label={`${label}: which one`}
          description={`Clocks in ${placeOf(zone)} go back at this time, so it happens twice.`}
          inputWrapperOrder={['input', 'description']}
          value={value.endsWith(second) ? second : ''}
          onChange={(event) => onChange(local + event.currentTarget.value)}
          data={instants.map((at, index) => ({
            value: index === 0 ? '' : second,
            label: `The ${index === 0 ? 'first' : 'second'} ${timeText(at, zone)} (${offsetText(offsetAt(at, zone))})`,
          }))}
        />
      )}
    </div>
  )
}
