import { Button } from '@mantine/core'
import { useForm } from '@mantine/form'
import { t } from '@steward/i18n/reader'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/client.ts'
import { toFailure } from '../../api/failure.ts'
import { NewPasswordField, newPasswordError } from '../../shared/passwords/new-password-field.tsx'
import { FailureBox } from '../../ui/dialog/failure-box.tsx'
import { fieldErrors } from '../../ui/form/field-errors.ts'
import { PasswordField } from '../../ui/form/password-field.tsx'
import { toast } from '../../ui/messages/messages.tsx'
import { ownSessions } from './profile.queries.ts'
import classes from './profile-page.module.css'

const names = ['currentPassword', 'password'] as const

export function PasswordForm({ email }: { email: string | null }) {
  const client = useQueryClient()
  const form = useForm({
    initialValues: { currentPassword: '', password: '' },
    validate: {
      currentPassword: (value) => (value ? null : t('Enter your current password')),
      password: newPasswordError,
    },
  })
  const focus = (errors: Record<string, unknown>) => {
    const first = names.find((name) => errors[name])
    if (first) form.getInputNode(first)?.focus()
  }
  const change = useMutation({
    mutationFn: (body: typeof form.values) => call('profile.changePassword', { body }),
    gcTime: 0,
    onSuccess: ({ data }) => {
      form.reset()
      const ended = data.ended
      toast.success(
        ended > 0
          ? t(
              'Password changed. {ended, plural, one {# other session was signed out.} other {# other sessions were signed out.}}',
              { ended },
            )
          : t('Password changed.'),
      )
      void client.invalidateQueries({ queryKey: ownSessions.queryKey })
    },
    onError: (error) => {
      const { fields } = fieldErrors(error, names)
      form.setErrors(fields)
      focus(fields)
    },
  })
  const failure = change.error ? toFailure(change.error) : null
  return (
    <form
      className={classes.form}
      noValidate
      onSubmit={form.onSubmit((values) => change.mutate(values), focus)}
    >
      {/* The user name, for password managers. */}
      <input type="text" autoComplete="username" value={email ?? ''} readOnly hidden />
      <PasswordField label={t('Current password')} {...form.getInputProps('currentPassword')} />
      <NewPasswordField
        label={t('New password')}
        known={email ? [email] : []}
        {...form.getInputProps('password')}
        value={form.values.password}
      />
      <FailureBox failure={failure} lines={fieldErrors(failure, names).rest} />
      <div>
        <Button type="submit" loading={change.isPending}>
          {t('Change password')}
        </Button>
      </div>
    </form>
  )
}
