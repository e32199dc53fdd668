import { Button } from '@mantine/core'
import { t } from '@steward/i18n/reader'
import { IconLogin2 } from '@tabler/icons-react'
import { useState } from 'react'
import { config } from '../../api/config.ts'
import { type Failure, toFailure } from '../../api/failure.ts'
import { goToProvider } from '../../api/provider-flow.ts'
import { OrDivider } from '../../ui/page/public-form-page.tsx'
import { rememberedPage } from './return-to.ts'

/** A button for each identity provider that staff can sign in with, below the password. */
export function ProviderButtons(props: {
  isLoading: boolean
  onFailure: (failure: Failure | null) => void
}) {
  const { providers = [], passwordsOff = false } = config().signIn ?? {}
  const [going, setGoing] = useState<string | null>(null)
  async function go(provider: string) {
    if (going) return
    setGoing(provider)
    props.onFailure(null)
    try {
      await goToProvider(provider, rememberedPage() ?? '/')
    } catch (thrown) {
      setGoing(null)
      props.onFailure(toFailure(thrown))
    }
  }
  return (
    <>
      {/* A passkey's button has one above it. */}
      {!('PublicKeyCredential' in window) && <OrDivider />}
      {passwordsOff && (
        <p className="dim">
          {t('Passwords are turned off here, but for owners who chose to keep theirs.')}
        </p>
      )}
      {providers.map(({ _id, name }) => (
        <Button
          key={_id}
          fullWidth
          variant={passwordsOff ? 'filled' : 'default'}
          leftSection={<IconLogin2 size="1rem" aria-hidden />}
          disabled={props.isLoading}
          loading={going === _id}
          onClick={() => void go(_id)}
        >
          {t('Continue with {provider}', { provider: name })}
        </Button>
      ))}
    </>
  )
}
