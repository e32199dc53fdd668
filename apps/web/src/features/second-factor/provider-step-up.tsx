import { Button } from '@mantine/core'
import { t } from '@steward/i18n/reader'
import { IconLogin2 } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { toFailure } from '../../api/failure.ts'
import type { OwnProviders } from '../../api/own-providers.ts'
import { FailureBox } from '../../ui/dialog/failure-box.tsx'
import { loadCode } from '../../ui/load/load-code.ts'

/** Buttons to prove at a linked identity provider who one is, in a window of its own. */
export function ProviderStepUp(props: {
  providers: OwnProviders['providers']
  onProved: () => void
}) {
  const waiting = useRef<AbortController>(null)
  useEffect(() => () => waiting.current?.abort(), [])
  const { mutate, error, variables, isPending } = useMutation({
    mutationFn: async (provider: string) => {
      waiting.current?.abort()
      waiting.current = new AbortController()
      const { stepUpAtProvider } = await loadCode(() => import('../../api/provider-flow.ts'))
      return await stepUpAtProvider(provider, waiting.current.signal)
    },
    onSuccess: (proved) => proved && props.onProved(),
  })
  return (
    <>
      <FailureBox failure={error && toFailure(error)} />
      {props.providers.map(({ _id, name }) => (
        <Button
          key={_id}
          leftSection={<IconLogin2 size="1rem" aria-hidden />}
          onClick={() => mutate(_id)}
        >
          {t('Confirm with {provider}', { provider: name })}
        </Button>
      ))}
      <p role="status" className="hide-empty dim">
        {isPending &&
          t('Confirm in the window of {provider} that has opened.', {
            provider: props.providers.find(({ _id }) => _id === variables)?.name ?? '',
          })}
      </p>
    </>
  )
}
