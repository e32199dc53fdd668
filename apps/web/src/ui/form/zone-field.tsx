import { Select } from '@mantine/core'
import { t } from '@steward/i18n/reader'
import '@mantine/core/styles/ScrollArea.css'
import '@mantine/core/styles/Combobox.css'
import { type ReactNode, useMemo } from 'react'
import { offsetAt, offsetText, ownZone } from '../format/zoned-time.ts'
import { hintBelow } from './hint-below.ts'

const maxShown = 60

const named = (zone: string) => zone.replaceAll('_', ' ')

/** A time zone, searched by name; empty for none. `at` is when offsets are shown for, epoch ms. */
export function ZoneField(props: {
  label: string
  value: string
  error?: ReactNode
  description?: string
  at: number
  /** What no zone means; that it isn’t known, unless given. */
  none?: string
  disabled?: boolean
  hidden?: boolean
  onChange: (zone: string) => void
}) {
  const { value, at } = props
  const data = useMemo(() => {
    const own = ownZone()
    const zones = new Set([own, value, 'UTC', ...Intl.supportedValuesOf('timeZone')])
    zones.delete('')
    return [...zones].map((zone) => ({ value: zone, label: named(zone) }))
  }, [value])
  if (props.hidden) return null
  return (
    <Select
      label={props.label}
      error={props.error}
      disabled={props.disabled === true}
      {...hintBelow(props.description)}
      value={value === '' ? null : value}
      onChange={(zone) => props.onChange(zone ?? '')}
      data={data}
      limit={maxShown}
      allowDeselect={false}
      searchable
      clearable
      placeholder={props.none ?? t('Not known')}
      nothingFoundMessage={t('No such zone')}
      clearButtonProps={{
        // As large as a target has to be (WCAG 2.5.8).
        size: 'md',
        'aria-label': props.none
          ? t('{field}: {choice}', { field: props.label, choice: props.none })
          : t('{field}: not known', { field: props.label }),
      }}
      renderOption={({ option }) => (
        <span>
          {option.label} · {offsetText(offsetAt(at, option.value))}
        </span>
      )}
      comboboxProps={{ withinPortal: true }}
    />
  )
}
