import { Button } from '@mantine/core'
import type { Consent } from '@steward/contract/consents/consents'
import { t } from '@steward/i18n/reader'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/client.ts'
import { actTitle } from '../../shared/acts/act-words.ts'
import { showFailure, toast } from '../../ui/messages/messages.tsx'
import { carryOut, useConsentWrite } from './consents.queries.ts'

/** What whoever asked can do: what was agreed to, or give it up. */
export function OwnActions({ of: consent, onDone }: { of: Consent; onDone?: () => void }) {
  const client = useQueryClient()
  const title = actTitle(consent)
  const doIt = useMutation({
    mutationFn: () => carryOut(consent),
    onSuccess: () => {
      toast.success(t('Done: {act}', { act: title }))
      onDone?.()
    },
    onError: showFailure,
    onSettled: () => client.invalidateQueries(),
  })
  const withdraw = useConsentWrite(
    () => call('consents.withdraw', { params: { id: consent._id } }),
    () => {
      toast.success(t('Withdrawn', {}, 'a request'))
      onDone?.()
    },
  )
  if (consent.status !== 'waiting' && consent.status !== 'agreed') return null
  return (
    <>
      <Button
        aria-label={t('Withdraw: {act}', { act: title })}
        loading={withdraw.isPending}
        onClick={() => withdraw.mutate(undefined, { onError: showFailure })}
      >
        {t('Withdraw', {}, 'a request')}
      </Button>
      {consent.status === 'agreed' && consent.asked && (
        <Button
          variant="filled"
          aria-label={t('Do it now: {act}', { act: title })}
          loading={doIt.isPending}
          onClick={() => doIt.mutate()}
        >
          {t('Do it now')}
        </Button>
      )}
    </>
  )
}
