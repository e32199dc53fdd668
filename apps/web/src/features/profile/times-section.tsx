import { Radio, Stack } from '@mantine/core'
import { msg, t } from '@steward/i18n/reader'
import '@mantine/core/styles/Stack.css'
import '@mantine/core/styles/InlineInput.css'
import '@mantine/core/styles/Radio.css'
import { setTimeStyle, type TimeStyle, useTimeStyle } from '../../ui/format/time-text.ts'
import { Section } from '../../ui/page/section.tsx'

const choices: readonly { value: TimeStyle; label: string; description: string }[] = [
  {
    value: 'usual',
    label: msg('Automatic'),
    description: msg('Relative for recent events, dates for planned or due ones.'),
  },
  { value: 'relative', label: msg('Relative'), description: msg('“5 minutes ago”, “in 3 days”.') },
  { value: 'dates', label: msg('Dates'), description: msg('Date and time everywhere.') },
]

export function TimesSection() {
  const style = useTimeStyle()
  return (
    <Section title={t('Times')} hint={t('How times are shown in this browser.')}>
      <Radio.Group
        value={style}
        onChange={(value) =>
          setTimeStyle(choices.find((each) => each.value === value)?.value ?? 'usual')
        }
        aria-label={t('Times')}
      >
        <Stack gap="xs">
          {choices.map((choice) => (
            <Radio
              key={choice.value}
              value={choice.value}
              label={t(choice.label)}
              description={t(choice.description)}
            />
          ))}
        </Stack>
      </Radio.Group>
    </Section>
  )
}
