import { useDocumentTitle } from '@mantine/hooks'
import { Outlet, useMatches } from '@tanstack/react-router'
import { config } from '../api/config.ts'

/** What stands around every page: the window's title. */
export function Root() {
  const title = useMatches({ select: (matches) => matches.at(-1)?.staticData.title })
  const name = config().name ?? 'Steward'
  useDocumentTitle(title ? `${title} · ${name}` : name)
  return <Outlet />
}
