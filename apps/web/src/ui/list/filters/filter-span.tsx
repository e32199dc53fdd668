import { Button, TextInput } from '@mantine/core'
import { t } from '@steward/i18n/reader'
import { useState } from 'react'
import { instantOf, localTime } from '../../format/local-time.ts'
import { FloatingPopover } from '../../menu/floating-menu.tsx'
import { FilterPill } from './filter-pill.tsx'
import { endWords, spanWords } from './filter-sentence.ts'
import classes from './filters.module.css'

function boundWords(from: string | undefined, to: string | undefined): string | null {
  if (from !== undefined && to !== undefined) return spanWords(from, to)
  if (from !== undefined) return t('from {day}', { day: endWords(from) })
  return to === undefined ? null : t('until {day}', { day: endWords(to) })
}

/**
 * A filter from a day or a time to another, both included, each optional. Days (`2026-01-31`) are UTC, as the server
 * counts; times are shown in the reader’s zone and handed on as ISO 8601 in UTC.
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
    <FloatingPopover
      opened={opened}
      onOpened={setOpened}
      position="bottom-start"
      target={
        <FilterPill
          label={label}
          active={boundWords(from, to)}
          onRemove={() => onChange(undefined, undefined)}
        />
      }
    >
      <form
        className="grid gap-12"
        style={{ width: 'min(18rem, 80vw)' }}
        onSubmit={(event) => {
          event.preventDefault()
          const given = new FormData(event.currentTarget)
          setOpened(false)
          onChange(boundIn(given, 'from'), boundIn(given, 'to'))
        }}
      >
        <Bound name="from" label={t('From')} value={from} />
        <Bound name="to" label={t('To')} value={to} />
        <p className={classes.hint}>{t('Without a time, whole days in UTC apply.')}</p>
        <Button variant="filled" type="submit" size="sm">
          {t('Apply')}
        </Button>
      </form>
    </FloatingPopover>
  )
}

function Bound(props: { name: 'from' | 'to'; label: string; value: string | undefined }) {
  const { name, label, value = '' } = props
  const local = value.length > 10 ? localTime(value) : value
  return (
    <div className="grid gap-8" style={{ gridTemplateColumns: '3fr 2fr' }}>
      <TextInput type="date" name={name} label={label} defaultValue={local.slice(0, 10)} />
      <TextInput
        type="time"
        name={`${name}-time`}
        label={t('{label}, time', { label })}
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
  // A minute, like a day, lasts until its end.
  return name === 'to' ? at.replace(/:00\.000Z$/, ':59.999Z') : at
}
