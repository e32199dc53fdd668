import { Button } from '@mantine/core'
import { t } from '@steward/i18n/reader'
import { IconLogin2 } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/client.ts'
import { useHasCall } from '../../api/missing-calls.ts'
import { ownProviders } from '../../api/own-providers.ts'
import { rich } from '../../ui/format/rich.tsx'
import { Time } from '../../ui/format/time.tsx'
import { loadCode } from '../../ui/load/load-code.ts'
import { showFailure, toast } from '../../ui/messages/messages.tsx'
import { Item, Items, Section } from '../../ui/page/section.tsx'

/** The identity providers that one signs in by, or may link; and, for an owner, whether their password is kept. */
export function ProvidersSection() {
  const { data } = useQuery({ ...ownProviders, enabled: useHasCall('openid.own') })
  const link = useMutation({
    mutationFn: async (provider: string) => {
      const { linkAtProvider } = await loadCode(() => import('../../api/provider-flow.ts'))
      await linkAtProvider(provider, '/profile')
    },
    onError: showFailure,
  })
  if (!data || (data.providers.length === 0 && !data.keepsPassword)) return null
  const isLinked = data.providers.some(({ since }) => since !== null)
  return (
    <Section
      title={t('Identity providers')}
      hint={t(
        'Sign in with the account that you have elsewhere. Your role then comes from your groups there.',
      )}
    >
      <Items label={t('Identity providers')}>
        {data.providers.map(({ _id, name, since }) => (
          <Item
            key={_id}
            icon={<IconLogin2 size="1.25rem" stroke={1.6} aria-hidden />}
            title={<bdi>{name}</bdi>}
            actions={
              since === null &&
              !isLinked && (
                <Button
                  aria-label={t('Link {provider}', { provider: name })}
                  loading={link.isPending && link.variables === _id}
                  onClick={() => link.mutate(_id)}
                >
                  {t('Link')}
                </Button>
              )
            }
          >
            <span>
              {since ? rich('Linked since {time}', { time: <Time at={since} /> }) : t('Not linked')}
            </span>
          </Item>
        ))}
      </Items>
      {data.mayKeepPassword && <KeptPassword keeps={data.keepsPassword} />}
    </Section>
  )
}

/** Lets an owner's password work while passwords are turned off (break glass). */
function KeptPassword({ keeps }: { keeps: boolean }) {
  const client = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: () => call('openid.keepPassword', { body: { keep: !keeps } }),
    onSuccess: ({ message }) => toast.success(message),
    onError: showFailure,
    onSettled: () => client.invalidateQueries({ queryKey: ownProviders.queryKey }),
  })
  return (
    <div className="grid one-column gap-8">
      <p className="dim">
        {keeps
          ? t(
              'Your password works while passwords are turned off. Using it then is told to every owner by e-mail.',
            )
          : t(
              'While passwords are turned off, yours doesn’t work. Keep it to get in on the day on which no identity provider works.',
            )}
      </p>
      <div>
        <Button loading={isPending} onClick={() => mutate()}>
          {keeps ? t('Don’t keep my password') : t('Keep my password')}
        </Button>
      </div>
    </div>
  )
}
