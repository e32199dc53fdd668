import { useDocumentTitle } from '@mantine/hooks'
import { t } from '@steward/i18n/reader'
import { Outlet, useMatches, useRouter } from '@tanstack/react-router'
import { config } from '../api/config.ts'
import { ErrorPage } from '../ui/page/error-page.tsx'

/** Draws the window's title around every page. */
export function Root() {
  const title = useMatches({ select: (matches) => matches.at(-1)?.staticData.title })
  // i18n-ignore: the name of the software
  const name = config().name ?? 'Steward'
  const page = typeof title === 'function' ? title() : title && t(title)
  useDocumentTitle(page ? `${page} · ${name}` : name)
  return <Outlet />
}

/** In place of a page whose route failed, or that failed to render. */
export function RouteError({ error }: { error: unknown }) {
  const router = useRouter()
  return <ErrorPage error={error} onRetry={() => void router.invalidate()} />
}
