import { NativeSelect, TextInput } from '@mantine/core'
import { loanLimits } from '@steward/contract/loans/loan-limits'
import { maxReason } from '@steward/contract/values/max-reason'
import { t } from '@steward/i18n/reader'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/client.ts'
import { toFailure } from '../../api/failure.ts'
import { reloadLoans } from '../../shared/loans/loans.queries.ts'
import { FormDialog } from '../../ui/dialog/dialog.tsx'
import { FailureBox } from '../../ui/dialog/failure-box.tsx'
import { closeDialog } from '../../ui/dialog/open-dialog.ts'
import { fieldErrors } from '../../ui/form/field-errors.ts'
import { instantOf, localTime } from '../../ui/format/local-time.ts'
import { toast } from '../../ui/messages/messages.tsx'

/** The roles that the person signed in can give. */
const rolesToGive = queryOptions({
  queryKey: ['roles.listAssignable', { until: true }] as const,
  queryFn: async ({ signal }) => (await call('roles.listAssignable', { signal })).data,
})

const dayMs = 86_400_000

/** Gives a person a further role until a day, such as while a colleague is away. */
export function GiveUntilDialog({ id, name }: { id: string; name: string }) {
  const client = useQueryClient()
  const roles = useQuery(rolesToGive)
  const [role, setRole] = useState('')
  const [until, setUntil] = useState(localTime(Date.now() + 7 * dayMs).slice(0, 16))
  const [reason, setReason] = useState('')
  const [tried, setTried] = useState(false)
  const give = useMutation({
    mutationFn: () =>
      call('temporaryRoles.give', {
        params: { id },
        body: { role, until: instantOf(until) ?? '', reason },
      }),
    onSuccess: () => {
      closeDialog()
      toast.success(t('{name} has a further role now', { name }))
    },
    onSettled: () => reloadLoans(client),
  })
  const { fields, rest } = fieldErrors(give.error, ['role', 'until', 'reason'])
  const missing = {
    role: role === '' && t('Choose a role'),
    until: until === '' && t('Choose a time'),
    reason: reason.trim() === '' && t('Say why'),
  }
  const errorOf = (field: keyof typeof missing) => (tried && missing[field]) || fields[field]
  return (
    <FormDialog
      title={t('A further role for {name}', { name })}
      action={t('Give role')}
      pending={give.isPending}
      failure={give.error}
      lines={rest}
      onSubmit={() => {
        setTried(true)
        if (!missing.role && !missing.until && !missing.reason) give.mutate()
      }}
      onClose={closeDialog}
    >
      <p>
        {t(
          'They have it beside their own role until the time that you choose, such as while a colleague is on holiday. They can’t give it to others.',
        )}
      </p>
      <FailureBox failure={roles.error && toFailure(roles.error)} />
      <NativeSelect
        data-autofocus
        label={t('Role')}
        required
        value={role}
        error={errorOf('role')}
        data={[
          { value: '', label: t('Choose a role'), disabled: true },
          ...(roles.data ?? []).map((each) => ({ value: each._id, label: each.name })),
        ]}
        onChange={({ currentTarget }) => setRole(currentTarget.value)}
      />
      <TextInput
        type="datetime-local"
        label={t('Until')}
        description={t('At most {days} days from now', { days: loanLimits.roleDays })}
        required
        value={until}
        error={errorOf('until')}
        onChange={({ currentTarget }) => setUntil(currentTarget.value)}
      />
      <TextInput
        label={t('Reason')}
        required
        maxLength={maxReason}
        value={reason}
        error={errorOf('reason')}
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
      />
    </FormDialog>
  )
}
