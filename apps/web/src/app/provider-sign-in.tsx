import { t } from '@steward/i18n/reader'
import { useParams, useRouter } from '@tanstack/react-router'
import { sessionOpen } from '../api/browser/stored-session.ts'
import { ProviderCallbackPage } from '../features/session/provider-callback-page.tsx'
import { isOwnPage, takeRememberedPage } from '../features/session/return-to.ts'
import { toast } from '../ui/messages/messages.tsx'

/** Where an identity provider sends the browser back to, and where that leads. */
export function ProviderSignIn() {
  const { provider } = useParams({ from: '/openid/$provider' })
  const router = useRouter()
  const { addGuardedRoutes } = router.options.context
  return (
    <ProviderCallbackPage
      provider={provider}
      onSigningIn={() => void addGuardedRoutes().catch(() => {})}
      onDone={({ returnTo, said }) => {
        takeRememberedPage()
        if (said) toast.success(said)
        if (isOwnPage(returnTo)) router.history.replace(returnTo)
        else void router.navigate({ to: '/dashboard', state: { landing: true }, replace: true })
      }}
      onBack={() => {
        const to = sessionOpen() ? '/profile' : '/'
        void router.navigate({ to, replace: true })
      }}
      backWords={sessionOpen() ? t('Back to your profile') : t('Back to sign in')}
    />
  )
}
