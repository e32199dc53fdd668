import { Button, Checkbox, TextInput } from '@mantine/core'
import { t } from '@steward/i18n/reader'
import '@mantine/core/styles/InlineInput.css'
import '@mantine/core/styles/Checkbox.css'
import { useForm } from '@mantine/form'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Role } from '../../api/answers/records.ts'
import { call } from '../../api/client.ts'
import { ownPermissions } from '../../api/own-permissions.ts'
import {
  idleWords,
  secondFactorWords,
  sessionsWords,
} from '../../shared/permissions/security-words.ts'
import { FormDialog } from '../../ui/dialog/dialog.tsx'
import { closeDialog, openDialog } from '../../ui/dialog/open-dialog.ts'
import { fieldErrors } from '../../ui/form/field-errors.ts'
import { toast } from '../../ui/messages/messages.tsx'
import { useCan } from '../../ui/permissions/permitted.tsx'
import { Block, Field, Fields } from '../../ui/record/record-fields.tsx'
import { isBeyond } from './role-rights.ts'
import { may } from './roles.writes.ts'

/** How people with this role have to sign in; null where the server doesn't send it. */
export function RoleSecurity({ role }: { role: Role }) {
  const can = useCan()
  const own = useQuery(ownPermissions).data
  if (typeof role.requireSecondFactor !== 'boolean') return null
  const mayChange =
    !role.system && role.status !== 'deleted' && can(may('update')) && !(own && isBeyond(role, own))
  return (
    <Block title={t('Sign-in')}>
      <Fields>
        <Field label={t('Second factor')}>{secondFactorWords(role.requireSecondFactor)}</Field>
        <Field label={t('Concurrent sessions')}>{sessionsWords(role.maxSessions)}</Field>
        <Field label={t('Signed out', {}, 'whoever is idle')}>{idleWords(role.idleMinutes)}</Field>
      </Fields>
      {mayChange && role._id && (
        <Button mt={12} onClick={() => openDialog(<RoleSecurityDialog role={role} />)}>
          {t('Change sign-in settings…')}
        </Button>
      )}
    </Block>
  )
}

const names = ['requireSecondFactor', 'maxSessions', 'idleMinutes'] as const

/** Reads a limit from its field; empty means no limit. */
const limitOf = (typed: string) => (typed.trim() === '' ? null : Number(typed))

/** An error for text that isn't a whole number; the server checks the range. */
const notWhole = (typed: string) =>
  /^\s*\d*\s*$/.test(typed) ? null : t('Must be a whole number, or empty')

function RoleSecurityDialog({ role }: { role: Role }) {
  const client = useQueryClient()
  const form = useForm({
    initialValues: {
      requireSecondFactor: role.requireSecondFactor === true,
      maxSessions: String(role.maxSessions ?? ''),
      idleMinutes: String(role.idleMinutes ?? ''),
    },
    validate: { maxSessions: notWhole, idleMinutes: notWhole },
  })
  const focus = (errors: Record<string, unknown>) => {
    const first = names.find((name) => errors[name])
    if (first) form.getInputNode(first)?.focus()
  }
  const save = useMutation({
    mutationFn: ({ requireSecondFactor, maxSessions, idleMinutes }: typeof form.values) =>
      call('roles.updateSecurity', {
        body: {
          _id: role._id,
          requireSecondFactor,
          maxSessions: limitOf(maxSessions),
          idleMinutes: limitOf(idleMinutes),
        },
      }),
    onSuccess: async ({ message }) => {
      toast.success(message || t('Role saved'))
      closeDialog()
      await client.invalidateQueries({
        predicate: ({ queryKey }) => String(queryKey[0]).startsWith('roles.'),
      })
    },
    onError: (error) => {
      const { fields } = fieldErrors(error, names)
      form.setErrors(fields)
      focus(fields)
    },
  })
  return (
    <FormDialog
      title={t('Sign-in settings of “{name}”', { name: role.name ?? t('this role') })}
      action={t('Save')}
      pending={save.isPending}
      failure={save.error}
      lines={fieldErrors(save.error, names).rest}
      onClose={closeDialog}
      onSubmit={form.onSubmit((values) => {
        if (!save.isPending) save.mutate(values)
      }, focus)}
    >
      <Checkbox
        data-autofocus
        label={t('Require a second factor')}
        description={t('People without one must set it up when they next sign in')}
        {...form.getInputProps('requireSecondFactor', { type: 'checkbox' })}
      />
      <TextInput
        label={t('Concurrent sessions')}
        description={t(
          '1 to 100. The oldest session ends when the limit is reached. Leave empty to use the server default (50)',
        )}
        inputMode="numeric"
        {...form.getInputProps('maxSessions')}
      />
      <TextInput
        label={t('Sign out after minutes of inactivity')}
        description={t('5 to 10,080 (one week). Leave empty to use the server default')}
        inputMode="numeric"
        {...form.getInputProps('idleMinutes')}
      />
    </FormDialog>
  )
}
