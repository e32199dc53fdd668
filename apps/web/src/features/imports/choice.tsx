import { Group, Radio, type RadioGroupProps } from '@mantine/core'
import '@mantine/core/styles/Group.css'
import '@mantine/core/styles/InlineInput.css'
import '@mantine/core/styles/Radio.css'

/** A question with a few answers beside each other. */
export function Choice<T extends string>({
  choices,
  onChange,
  ...props
}: Omit<RadioGroupProps, 'onChange' | 'children' | 'ref'> & {
  choices: readonly { value: T; label: string; disabled: boolean }[]
  onChange: (value: T) => void
}) {
  return (
    <Radio.Group {...props} onChange={(value) => onChange(value as T)}>
      <Group gap="8px 24px" my={8}>
        {choices.map((choice) => (
          <Radio key={choice.value} {...choice} />
        ))}
      </Group>
    </Radio.Group>
  )
}
