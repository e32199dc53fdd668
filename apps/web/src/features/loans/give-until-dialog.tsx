import { NativeSelect, TextInput } from '@mantine/core'
import { loanLimits } from '@steward/contract/loans/loan-limits'
import { maxReason } from '@steward/contract/values/max-reason'
import { t } from '@steward/i18n/reader'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/client.ts'
import { reloadLoans } from '../../shared/loans/loans.queries.ts'
import { FormDialog } from '../../ui/dialog/dialog.tsx'
import { closeDialog } from '../../ui/dialog/open-dialog.ts'
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
  return (
    <FormDialog
      title={t('A further role for {name}', { name })}
      action={t('Give role')}
      disabled={role === '' || until === '' || reason.trim() === ''}
      pending={give.isPending}
      failure={give.error}
      onSubmit={() => give.mutate()}
      onClose={closeDialog}
    >
      <p>
        {t(
          'They have it beside their own role until the time that you choose, such as while a colleague is on holiday. They can’t give it to others.',
        )}
      </p>
      <NativeSelect
        data-autofocus
        label={t('Role')}
        required
        value={role}
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
        onChange={({ currentTarget }) => setUntil(currentTarget.value)}
      />
      <TextInput
        label={t('Reason')}
        required
        maxLength={maxReason}
        value={reason}
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
      />
    </FormDialog>
  )
}
