import { Checkbox, NativeSelect, Textarea } from '@mantine/core'
import '@mantine/core/styles/Checkbox.css'
import '@mantine/core/styles/InlineInput.css'
import { type AreaName, areas } from '@steward/contract/areas/areas'
import { maxReason } from '@steward/contract/values/max-reason'
import { t } from '@steward/i18n/reader'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/client.ts'
import { FormDialog } from '../../ui/dialog/dialog.tsx'
import { closeDialog } from '../../ui/dialog/open-dialog.ts'
import { toast } from '../../ui/messages/messages.tsx'
import { type Askable, spans, spanText } from './loan-words.ts'
import { reloadLoans } from './loans.queries.ts'

/** Asks colleagues for a permission on some records. */
export function AskDialog(props: {
  area: AreaName
  askable: readonly Askable[]
  records: readonly { id: string; name: string }[]
  onClose?: () => void
}) {
  const { askable, records, onClose = closeDialog } = props
  const client = useQueryClient()
  const [chosen, setChosen] = useState(0)
  const [minutes, setMinutes] = useState<number>(60)
  const [oneUse, setOneUse] = useState(false)
  const [reason, setReason] = useState('')
  const [isMissing, setMissing] = useState(false)
  const send = useMutation({
    mutationFn: () => {
      const { module, submodule, action } = (askable[chosen] ?? (askable[0] as Askable)).permission
      return call('loans.ask', {
        body: {
          module,
          submodule,
          action,
          records: records.map(({ id }) => id),
          reason,
          minutes,
          oneUse,
        },
      })
    },
    onSuccess: () => {
      onClose()
      toast.success(t('Asked. Colleagues who have this permission can grant it.'))
      void reloadLoans(client)
    },
  })
  const many = t(areas[props.area].count, { count: records.length })
  return (
    <FormDialog
      title={t('Ask for a permission')}
      action={t('Ask', {}, 'for a permission')}
      pending={send.isPending}
      failure={send.error}
      onSubmit={() => {
        setMissing(true)
        if (reason.trim() !== '') send.mutate()
      }}
      onClose={onClose}
    >
      <p>
        {records.length === 1 ? <bdi>{records[0]?.name}</bdi> : many}
        {'. '}
        {t('Colleagues who have the permission see your request, and grant or decline it.')}
      </p>
      <NativeSelect
        data-autofocus
        label={t('What you want to do')}
        value={String(chosen)}
        data={askable.map(({ label }, place) => ({ value: String(place), label }))}
        onChange={({ currentTarget }) => setChosen(Number(currentTarget.value))}
      />
      <NativeSelect
        label={t('For how long')}
        value={String(minutes)}
        data={spans.map((each) => ({ value: String(each), label: spanText(each) }))}
        onChange={({ currentTarget }) => setMinutes(Number(currentTarget.value))}
      />
      <Checkbox
        label={t('For one use: it ends with the first change')}
        checked={oneUse}
        onChange={({ currentTarget }) => setOneUse(currentTarget.checked)}
      />
      <Textarea
        label={t('Reason')}
        required
        rows={2}
        maxLength={maxReason}
        value={reason}
        error={isMissing && reason.trim() === '' ? t('Say why you need it') : undefined}
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
      />
    </FormDialog>
  )
}
