import { PasswordInput, type PasswordInputProps } from '@mantine/core'
import '@mantine/core/styles/InlineInput.css'
import '@mantine/core/styles/PasswordInput.css'

/** A field for a password that somebody has, with a switch that shows it. */
export function PasswordField(props: PasswordInputProps) {
  return (
    <PasswordInput
      autoComplete="current-password"
      // Mantine says so of every other field.
      aria-invalid={props.error ? true : undefined}
      visibilityToggleButtonProps={{ 'aria-label': 'Show the password', tabIndex: 0 }}
      {...props}
    />
  )
}
