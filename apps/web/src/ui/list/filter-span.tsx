import { Button, Popover, TextInput } from '@mantine/core'
import { useState } from 'react'
import { dayText } from '../format/time-text.ts'
import { FilterPill } from './filter-pill.tsx'
import classes from './filters.module.css'

// Noon, so that no zone moves the day.
const dayWords = (day: string) => dayText(new Date(`${day}T12:00:00`).getTime())

/** A span of days in words; null for none. */
export function spanWords(from: string | undefined, to: string | undefined): string | null {
  if (from !== undefined && to !== undefined) return `${dayWords(from)} – ${dayWords(to)}`
  if (from !== undefined) return `from ${dayWords(from)}`
  return to === undefined ? null : `until ${dayWords(to)}`
}

/**
 * A filter from a day to a day, both included, each optional; days are UTC, as the server counts.
 * @param props.onChange hears days as `2026-01-31`
 */
export function FilterSpan(props: {
  label: string
  from: string | undefined
  to: string | undefined
  onChange: (from: string | undefined, to: string | undefined) => void
}) {
  const { label, from, to, onChange } = props
  const [opened, setOpened] = useState(false)
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-start" trapFocus returnFocus>
      <Popover.Target>
        <FilterPill
          label={label}
          active={spanWords(from, to)}
          onRemove={() => onChange(undefined, undefined)}
          onClick={() => setOpened(!opened)}
        />
      </Popover.Target>
      <Popover.Dropdown>
        <form
          className={classes.span}
          onSubmit={(event) => {
            event.preventDefault()
            const given = new FormData(event.currentTarget)
            const day = (name: string) => String(given.get(name) ?? '') || undefined
            setOpened(false)
            onChange(day('from'), day('to'))
          }}
        >
          <TextInput type="date" name="from" label="From" defaultValue={from ?? ''} />
          <TextInput type="date" name="to" label="To" defaultValue={to ?? ''} />
          <Button type="submit" size="sm">
            Apply
          </Button>
        </form>
      </Popover.Dropdown>
    </Popover>
  )
}
