import { Outlet, useMatches } from '@tanstack/react-router'
import { useEffect } from 'react'
import { config } from '../api/config.ts'

/** What stands around every page: the window's title. */
export function Root() {
  const title = useMatches({ select: (matches) => matches.at(-1)?.staticData.title })
  useEffect(() => {
    const name = config().name ?? 'Steward'
    document.title = title ? `${title} · ${name}` : name
  }, [title])
  return <Outlet />
}
