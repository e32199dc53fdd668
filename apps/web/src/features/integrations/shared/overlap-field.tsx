import { NativeSelect } from '@mantine/core'
import '@mantine/core/styles/Combobox.css'
import '@mantine/core/styles/InlineInput.css'
import { t } from '@steward/i18n/reader'

const choices = [0, 1, 24, 72, 168] as const

/** For how many hours what is rotated goes on beside what takes its place. */
export function OverlapField(props: {
  label: string
  hours: number
  onHours: (hours: number) => void
}) {
  return (
    <NativeSelect
      label={props.label}
      value={props.hours}
      onChange={({ currentTarget }) => props.onHours(Number(currentTarget.value))}
    >
      {choices.map((hours) => (
        <option key={hours} value={hours}>
          {t(
            '{hours, plural, =0 {No longer (if somebody else knows it)} one {For # more hour} other {For # more hours}}',
            { hours },
          )}
        </option>
      ))}
    </NativeSelect>
  )
}
