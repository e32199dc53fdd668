import { Button } from '@mantine/core'
import { t } from '@steward/i18n/reader'
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { call } from '../../../api/client.ts'
import { toFailure } from '../../../api/failure.ts'
import { said } from '../../../api/said.ts'
import { FailureBox } from '../../../ui/dialog/failure-box.tsx'

/** Reads what the issuer says of itself, and says what is wrong with it. */
export function TestDiscovery({ issuer }: { issuer: string }) {
  const { mutate, data, error, isPending } = useMutation({
    mutationFn: async () => (await call('identityProviders.discover', { body: { issuer } })).data,
  })
  return (
    <div className="grid one-column gap-8">
      <div>
        <Button loading={isPending} disabled={issuer.trim() === ''} onClick={() => mutate()}>
          {t('Test discovery')}
        </Button>
      </div>
      <FailureBox failure={error && toFailure(error)} />
      <div role="status" className="hide-empty grid one-column gap-8">
        {data?.problem && (
          <p>
            <IconAlertTriangle size="1rem" aria-hidden />{' '}
            {t('It doesn’t work: {problem}', { problem: said(data.problem.message, data.problem) })}
          </p>
        )}
        {data && !data.problem && (
          <>
            <p>
              <IconCircleCheck size="1rem" aria-hidden /> {t('The provider answers as it should.')}
            </p>
            {data.warnings.length > 0 && (
              <ul className="bullets">
                {data.warnings.map((warning) => (
                  <li key={warning.message}>{said(warning.message, warning)}</li>
                ))}
              </ul>
            )}
          </>
        )}
      </div>
    </div>
  )
}
