import { useDocumentTitle } from '@mantine/hooks'
import { Outlet, useMatches, useRouter } from '@tanstack/react-router'
import { config } from '../api/config.ts'
import { ErrorPage } from '../ui/page/error-page.tsx'

/** Draws the window's title around every page. */
export function Root() {
  const title = useMatches({ select: (matches) => matches.at(-1)?.staticData.title })
  const name = config().name ?? 'Steward'
  useDocumentTitle(title ? `${title} · ${name}` : name)
  return <Outlet />
}

/** In place of a page whose route failed, or that failed to render. */
export function RouteError({ error }: { error: unknown }) {
  const router = useRouter()
  return <ErrorPage error={error} onRetry={() => void router.invalidate()} />
}
