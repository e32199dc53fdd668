import { Button, Textarea, TextInput } from '@mantine/core'
import { t } from '@steward/i18n/reader'
import '@mantine/core/styles/InlineInput.css'
import { IconCopy } from '@tabler/icons-react'
import { copyText } from '../../../ui/messages/copy.ts'
import classes from './copy-field.module.css'

/** A text to be copied elsewhere, such as an address or, as `block`, a command of several lines. */
export function CopyField(props: { label: string; text: string; block?: boolean }) {
  const { label, text } = props
  const copy = () =>
    copyText(text, t('Copied'), t('Your browser blocked copying. Select the text and copy it.'))
  const Field = props.block ? Textarea : TextInput
  return (
    <div className={classes.field}>
      <Field
        readOnly
        dir="ltr"
        label={label}
        value={text}
        spellCheck={false}
        className={classes.text ?? ''}
        {...(props.block && { rows: text.split('\n').length, wrap: 'off' })}
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
      <Button
        leftSection={<IconCopy size="1rem" aria-hidden />}
        aria-label={t('Copy: {what}', { what: label })}
        onClick={() => void copy()}
      >
        {t('Copy')}
      </Button>
    </div>
  )
}
