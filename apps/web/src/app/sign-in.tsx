import { useRouter } from '@tanstack/react-router'
import { takeRememberedPage } from '../features/session/return-to.ts'
import { SignInPage } from '../features/session/sign-in-page.tsx'

/** The sign-in page, and where it leads: back to the page that was open, or the first page that the role permits. */
export function SignIn() {
  const router = useRouter()
  const { addGuardedRoutes } = router.options.context
  return (
    <SignInPage
      onSigningIn={() => void addGuardedRoutes().catch(() => {})}
      onSignedIn={() => {
        const page = takeRememberedPage()
        if (page) router.history.replace(page)
        else void router.navigate({ to: '/dashboard', state: { landing: true }, replace: true })
      }}
    />
  )
}
