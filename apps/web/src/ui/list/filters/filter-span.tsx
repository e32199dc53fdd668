import { Button, TextInput } from '@mantine/core'
import { type ComponentProps, useState } from 'react'
import { FloatingPopover } from '../../float/floating-menu.tsx'
import { instantOf, localTime } from '../../format/local-time.ts'
import { dayText, shortText } from '../../format/time-text.ts'
import { FilterPill } from './filter-pill.tsx'
import classes from './filters.module.css'

const isTime = (bound: string) => bound.length > 10

/** One end of a span in words; a day is written as it is counted, at noon so that no zone moves it. */
const boundWords = (bound: string) =>
  isTime(bound) ? shortText(Date.parse(bound)) : dayText(new Date(`${bound}T12:00:00`).getTime())

/** A span of days or times in words; null for none. */
export function spanWords(from: string | undefined, to: string | undefined): string | null {
  if (from !== undefined && to !== undefined) return `${boundWords(from)} – ${boundWords(to)}`
  if (from !== undefined) return `from ${boundWords(from)}`
  return to === undefined ? null : `until ${boundWords(to)}`
}

/**
 * A filter from a day to a day, both included, each optional; days are UTC, as the server counts.
 * @param props.times also takes a time of the day, in the reader's zone
 * @param props.onChange hears days as `2026-01-31`, times as ISO 8601 in UTC
 */
export function FilterSpan(props: {
  label: string
  from: string | undefined
  to: string | undefined
  times?: boolean | undefined
  onChange: (from: string | undefined, to: string | undefined) => void
}) {
  const { label, from, to, times, onChange } = props
  const [opened, setOpened] = useState(false)
  return (
    <FloatingPopover
      opened={opened}
      onOpened={setOpened}
      position="bottom-start"
      target={
        <FilterPill
          label={label}
          active={spanWords(from, to)}
          onRemove={() => onChange(undefined, undefined)}
        />
      }
    >
      <form
        className={times ? classes.moments : classes.span}
        onSubmit={(event) => {
          event.preventDefault()
          const given = new FormData(event.currentTarget)
          setOpened(false)
          onChange(boundIn(given, 'from'), boundIn(given, 'to'))
        }}
      >
        <Bound name="from" label="From" value={from} times={times} />
        <Bound name="to" label="To" value={to} times={times} />
        {times && <p className={classes.hint}>Without a time, whole days in UTC apply.</p>}
        <Button type="submit" size="sm">
          Apply
        </Button>
      </form>
    </FloatingPopover>
  )
}

/** The fields of one end. */
function Bound(props: {
  name: 'from' | 'to'
  label: string
  value: string | undefined
  times: boolean | undefined
}) {
  const { name, label, value = '', times } = props
  const local = isTime(value) ? localTime(value) : value
  const day: ComponentProps<typeof TextInput> = { name, label, defaultValue: local.slice(0, 10) }
  if (!times) return <TextInput type="date" {...day} />
  return (
    <div className={classes.bound}>
      <TextInput type="date" {...day} />
      <TextInput
        type="time"
        name={`${name}-time`}
        label={`${label}, time`}
        defaultValue={local.slice(11)}
      />
    </div>
  )
}

/** One end as it was typed: a day, or the time that it has in the reader's zone; undefined for none. */
function boundIn(given: FormData, name: 'from' | 'to'): string | undefined {
  const day = String(given.get(name) ?? '')
  const time = String(given.get(`${name}-time`) ?? '')
  if (day === '') return undefined
  const at = time === '' ? null : instantOf(`${day}T${time}`)
  if (at === null) return day
  // A minute lasts until its end, as a day does.
  return name === 'to' ? at.replace(/:00\.000Z$/, ':59.999Z') : at
}
