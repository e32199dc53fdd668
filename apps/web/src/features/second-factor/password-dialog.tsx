import { t } from '@steward/i18n/reader'
import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { FormDialog } from '../../ui/dialog/dialog.tsx'
import { PasswordField } from '../../ui/form/password-field.tsx'
import { useFieldForm } from '../../ui/form/use-field-form.ts'
import { ownSecondFactor } from './second-factor.queries.ts'

/** Asks for the password; `ready` returns false, and focuses them, where other fields are empty. */
export function PasswordDialog<T>(props: {
  title: string
  action: string
  danger?: boolean
  children: ReactNode
  belowFields?: ReactNode
  ready?: () => boolean
  act: (password: string) => Promise<T>
  onDone: (result: T) => void
  onClose: () => void
}) {
  const client = useQueryClient()
  const { field, form, setValue } = useFieldForm({
    name: 'password',
    missing: t('Enter your password'),
    ready: props.ready,
    send: props.act,
    done: (result) => {
      setValue('')
      void client.invalidateQueries({ queryKey: ownSecondFactor.queryKey })
      props.onDone(result)
    },
  })
  return (
    <FormDialog
      title={props.title}
      action={props.action}
      danger={props.danger}
      belowFields={props.belowFields}
      {...form}
      onClose={props.onClose}
    >
      {props.children}
      <PasswordField
        data-autofocus
        label={t('Your password')}
        description={t('To confirm that it’s you')}
        {...field}
      />
    </FormDialog>
  )
}
