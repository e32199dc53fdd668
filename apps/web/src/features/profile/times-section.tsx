import { Radio, Stack } from '@mantine/core'
import '@mantine/core/styles/Stack.css'
import '@mantine/core/styles/InlineInput.css'
import '@mantine/core/styles/Radio.css'
import { setTimeStyle, type TimeStyle, useTimeStyle } from '../../ui/format/time-text.ts'
import { Section } from '../../ui/page/section.tsx'

const choices: readonly { value: TimeStyle; label: string; description: string }[] = [
  {
    value: 'usual',
    label: 'Automatic',
    description: 'Relative for recent events, dates for planned or due ones.',
  },
  { value: 'relative', label: 'Relative', description: '“5 minutes ago”, “in 3 days”.' },
  { value: 'dates', label: 'Dates', description: 'Date and time everywhere.' },
]

export function TimesSection() {
  const style = useTimeStyle()
  return (
    <Section title="Times" hint="How times are shown in this browser.">
      <Radio.Group
        value={style}
        onChange={(value) =>
          setTimeStyle(choices.find((each) => each.value === value)?.value ?? 'usual')
        }
        aria-label="Times"
      >
        <Stack gap="xs">
          {choices.map((choice) => (
            <Radio key={choice.value} {...choice} />
          ))}
        </Stack>
      </Radio.Group>
    </Section>
  )
}
