import { keyLimits, type ServiceKey } from '@steward/contract/service-accounts/service-accounts'
import { t } from '@steward/i18n/reader'
import { useState } from 'react'
import { call } from '../../../api/client.ts'
import { ConfirmDialog, FormDialog } from '../../../ui/dialog/dialog.tsx'
import { toast } from '../../../ui/messages/messages.tsx'
import { OverlapField } from '../shared/overlap-field.tsx'
import { useIntegrationWrite } from '../shared/use-integration-write.ts'
import type { NewKey } from './keys.queries.ts'
import { DaysField } from './new-key-dialog.tsx'

/** Creates a key in place of another, which goes on for some hours. */
export function RotateDialog(props: {
  of: ServiceKey
  onMade: (made: NewKey) => void
  onClose: () => void
}) {
  const { _id: id, name } = props.of
  const [days, setDays] = useState<number>(keyLimits.days.usual)
  const [overlapHours, setOverlapHours] = useState<number>(keyLimits.overlapHours.usual)
  const { mutate, isPending, error } = useIntegrationWrite(
    () => call('serviceAccounts.rotateKey', { params: { id }, body: { days, overlapHours } }),
    ({ data }) => props.onMade(data),
  )
  return (
    <FormDialog
      title={t('Rotate {name}', { name })}
      action={t('Rotate')}
      pending={isPending}
      failure={error}
      onSubmit={() => mutate(undefined)}
      onClose={props.onClose}
    >
      <p>{t('You get a new key with the same name and limits. Put it in place of the old one.')}</p>
      <DaysField days={days} onDays={setDays} />
      <OverlapField label={t('The old key works')} hours={overlapHours} onHours={setOverlapHours} />
    </FormDialog>
  )
}

/** Revokes a key at once. */
export function RevokeDialog(props: { of: ServiceKey; onClose: () => void }) {
  const { _id: id, name } = props.of
  const { mutate, isPending, error } = useIntegrationWrite(
    () => call('serviceAccounts.revokeKey', { params: { id } }),
    () => {
      props.onClose()
      toast.success(t('Key revoked'))
    },
  )
  return (
    <ConfirmDialog
      title={t('Revoke {name}?', { name })}
      action={t('Revoke')}
      danger
      pending={isPending}
      failure={error}
      onConfirm={() => mutate(undefined)}
      onClose={props.onClose}
    >
      <p>{t('What uses it is refused from its next call on. A key can’t be brought back.')}</p>
    </ConfirmDialog>
  )
}
