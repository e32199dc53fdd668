import { Button, Checkbox, TextInput } from '@mantine/core'
import { t } from '@steward/i18n/reader'
import '@mantine/core/styles/InlineInput.css'
import '@mantine/core/styles/Checkbox.css'
import { maxDays } from '@steward/contract/lists/filter-kinds'
import { currencyDecimals, decimalText } from '@steward/contract/values/currency'
import { useState } from 'react'
import type { Row } from '../../../api/listing.ts'
import type { FilterField, FilterValues } from '../definition/filter-fields.ts'
import { useNamed } from './filter-names.ts'
import type { Operator } from './filter-operators.ts'
import classes from './filters.module.css'
import { PeopleOptions } from './people-options.tsx'

interface ValueProps {
  field: FilterField<unknown>
  rows: readonly Row<unknown>[]
  operator: Operator
  currency: string | undefined
  value: FilterValues
  onValue: (value: FilterValues) => void
  /** Called with whether the field contains text that can't be read as a value. */
  onUnread: (isUnread: boolean) => void
  onAsk: (asked: FilterValues) => void
}

export function FilterValue(props: ValueProps) {
  const { field, rows, operator, value, onValue, onAsk } = props
  const { kind, label } = field
  const chosen = value[operator as 'is' | 'not'] ?? []
  const named = useNamed(field, chosen, rows)
  if (kind === 'number' || kind === 'money') return <NumberValue {...props} />
  if (kind === 'time') return <TimeValue {...props} />
  if (kind === 'person')
    return (
      <PeopleOptions
        label={label}
        useSearch={field.useSearch}
        values={chosen}
        known={[{ value: 'me', label: t('Me') }, ...named]}
        onChange={(next) => onAsk(next.length > 0 ? { [operator]: next } : {})}
      />
    )
  if (named.length === 0) return <p className={classes.hint}>{t('No options')}</p>
  return (
    <fieldset className={`grid gap-8 ${classes.found}`} aria-label={label}>
      {named.map((choice) => (
        <Checkbox
          key={choice.value}
          size="sm"
          label={<bdi>{choice.label}</bdi>}
          checked={chosen.includes(choice.value)}
          onChange={(event) => {
            const others = kind === 'flag' ? [] : chosen.filter((each) => each !== choice.value)
            const next = event.currentTarget.checked ? [...others, choice.value] : others
            onValue({ [operator]: next })
          }}
        />
      ))}
    </fieldset>
  )
}

function NumberValue(props: ValueProps) {
  const { field, operator, currency = 'EUR', value, onValue } = props
  const [unread, setUnread] = useState<readonly string[]>([])
  const isMoney = field.kind === 'money'
  const decimals = isMoney ? currencyDecimals(currency) : 0
  const ends = operator === 'between' ? (['min', 'max'] as const) : [operator as 'min' | 'max']
  const written = (end: 'min' | 'max') => {
    const text = value[end]?.[0] ?? ''
    return isMoney && text ? decimalText(BigInt(text), currency) : text
  }
  const onType = (end: 'min' | 'max', text: string) => {
    const read = wholeOf(text, decimals)
    const others = unread.filter((each) => each !== end)
    const now = read === null && text.trim() !== '' ? [...others, end] : others
    setUnread(now)
    props.onUnread(now.length > 0)
    onValue({ ...value, [end]: read === null ? [] : [read] })
  }
  const wanted = isMoney
    ? t('Enter an amount, such as {amount}', {
        amount: decimalText(10n ** BigInt(3 + decimals), currency),
      })
    : t('Enter a whole number, such as 1000')
  return (
    <div className="flex wrap to-bottom gap-8">
      {ends.map((end, index) => (
        <TextInput
          key={end}
          inputMode={isMoney ? 'decimal' : 'numeric'}
          label={
            ends.length > 1
              ? index === 0
                ? t('From')
                : t('To')
              : isMoney
                ? t('Amount')
                : t('Number')
          }
          defaultValue={written(end)}
          error={unread.includes(end) && wanted}
          onChange={(event) => onType(end, event.currentTarget.value)}
        />
      ))}
      {isMoney && (
        <p className={classes.hint}>
          {t('Each in its own currency, written like {currency} is written.', { currency })}
        </p>
      )}
    </div>
  )
}

/** A number as it is sent: an integer, in minor units for money; null for none. */
function wholeOf(text: string, decimals: number): string | null {
  const [, sign = '', whole = '', fraction = ''] =
    /^\s*(-?)(\d{1,13})(?:[.,](\d*))?\s*$/.exec(text) ?? []
  if (whole === '' || fraction.length > decimals) return null
  return String(BigInt(`${sign}${whole}${fraction.padEnd(decimals, '0')}`))
}

function TimeValue({ operator, value, onValue, onAsk }: ValueProps) {
  if (operator === 'last' || operator === 'next') {
    const days = value[operator]?.[0]?.replace('d', '') ?? ''
    return (
      <div className="flex wrap to-bottom gap-8">
        <TextInput
          type="number"
          min={1}
          max={maxDays}
          label={t('Days')}
          defaultValue={days}
          onChange={(event) => {
            const n = event.currentTarget.valueAsNumber
            const isDays = Number.isInteger(n) && n >= 1 && n <= maxDays
            onValue({ [operator]: isDays ? [`${n}d`] : [] })
          }}
        />
        {[7, 30, 90].map((n) => (
          <Button key={n} size="xs" onClick={() => onAsk({ [operator]: [`${n}d`] })}>
            {t('{count, plural, one {# day} other {# days}}', { count: n })}
          </Button>
        ))}
      </div>
    )
  }
  const ends = operator === 'span' ? (['from', 'to'] as const) : [operator as 'from' | 'to']
  return (
    <div className="flex wrap to-bottom gap-8">
      {ends.map((end) => (
        <TextInput
          key={end}
          type="date"
          label={end === 'from' ? t('From') : t('To')}
          defaultValue={value[end]?.[0]?.slice(0, 10) ?? ''}
          onChange={(event) => {
            const day = event.currentTarget.value
            onValue({ ...value, [end]: day ? [day] : [] })
          }}
        />
      ))}
      {operator === 'span' && (
        <Button size="xs" onClick={() => onAsk(thisMonth(new Date()))}>
          {t('This month')}
        </Button>
      )}
      <p className={classes.hint}>{t('Days are in UTC.')}</p>
    </div>
  )
}

function thisMonth(now: Date): FilterValues {
  const day = (of: Date) => of.toISOString().slice(0, 10)
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth()]
  return {
    from: [day(new Date(Date.UTC(year, month, 1)))],
    to: [day(new Date(Date.UTC(year, month + 1, 0)))],
  }
}
