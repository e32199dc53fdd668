import { useRouter } from '@tanstack/react-router'
import { ErrorPage } from '../ui/page/error-page.tsx'

/** In place of a page whose route failed, or that failed to render. */
export function RouteError({ error }: { error: unknown }) {
  const router = useRouter()
  return <ErrorPage error={error} onRetry={() => void router.invalidate()} />
}
