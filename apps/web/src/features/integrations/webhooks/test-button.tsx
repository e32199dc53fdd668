import { Button } from '@mantine/core'
import type { DataOf } from '@steward/contract/calls/endpoints'
import type { Webhook } from '@steward/contract/webhooks/webhooks'
import { t } from '@steward/i18n/reader'
import { useMutation } from '@tanstack/react-query'
import { call } from '../../../api/client.ts'
import { toFailure } from '../../../api/failure.ts'
import { FailureBox } from '../../../ui/dialog/failure-box.tsx'
import { AttemptWords } from './attempt-words.tsx'
import classes from './webhooks.module.css'

/** Sends a test event, and shows what came back. */
export function TestButton({ webhook: { _id: id, name } }: { webhook: Webhook }) {
  const { mutate, isPending, data, error } = useMutation({
    mutationFn: async () => (await call('webhooks.test', { params: { id } })).data,
  })
  return (
    <>
      <Button aria-label={t('Test {name}', { name })} loading={isPending} onClick={() => mutate()}>
        {t('Test')}
      </Button>
      <div className={classes.result} role="status">
        {data && !isPending && <Result of={data} />}
        {error && !isPending && <FailureBox failure={toFailure(error)} />}
      </div>
    </>
  )
}

const Result = ({ of }: { of: DataOf<'webhooks.test'> }) => (
  <>
    <AttemptWords of={of} />
    {of.answer && <pre className={classes.answer}>{of.answer}</pre>}
  </>
)
