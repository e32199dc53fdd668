import { PasswordInput, type PasswordInputProps } from '@mantine/core'
import { t } from '@steward/i18n/reader'
import '@mantine/core/styles/InlineInput.css'
import '@mantine/core/styles/PasswordInput.css'

export function PasswordField(props: PasswordInputProps) {
  return (
    <PasswordInput
      autoComplete="current-password"
      // Set here, as Mantine's PasswordInput doesn't set it.
      aria-invalid={props.error ? true : undefined}
      visibilityToggleButtonProps={{ 'aria-label': t('Show the password'), tabIndex: 0 }}
      {...props}
    />
  )
}
