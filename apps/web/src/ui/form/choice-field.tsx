import { NativeSelect, type NativeSelectProps } from '@mantine/core'
import { t } from '@steward/i18n/reader'
import { statusWord } from '../record/status-badge.tsx'

type Choice = { value: string; label: string }

const choiceOf = (choice: string | Choice): Choice =>
  typeof choice === 'string' ? { value: choice, label: statusWord(choice) } : choice

/**
 * A field to choose one of few values.
 * @param props.own the record's value, perhaps unknown here or empty; null for a new record
 */
export function ChoiceField({
  choices,
  own,
  ...props
}: Omit<NativeSelectProps, 'data'> & {
  choices: readonly (string | Choice)[]
  own: string | null
}) {
  const known = choices.map(choiceOf)
  const isOther = own !== null && !known.some(({ value }) => value === own)
  const other = { value: own ?? '', label: own ? statusWord(own) : t('Not known') }
  return <NativeSelect {...props} data={isOther ? [other, ...known] : known} />
}
