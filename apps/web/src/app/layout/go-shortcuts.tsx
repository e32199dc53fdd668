import { useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { hasCall, useMissingCalls } from '../../api/missing-calls.ts'
import { useDefaultSearches } from '../../shared/saved-views/default-views.store.ts'
import { Shortcuts } from '../../ui/keys/shortcuts.tsx'
import { useCan } from '../../ui/permissions/permitted.tsx'
import { areaGroups, pageOf } from '../areas.ts'

/** The keys of every page behind the sign-in; `g` leads to what the sidebar does. */
export function GoShortcuts() {
  const can = useCan()
  const navigate = useNavigate()
  // What the server lacks is found out one by one.
  const missing = useMissingCalls((state) => state.missing)
  const defaultOf = useDefaultSearches()
  const places = useMemo(
    () =>
      areaGroups
        .flatMap(({ areas }) => areas)
        .filter(({ call }) => call === undefined || (missing && hasCall(call)))
        .flatMap((area) => {
          const to = pageOf(area, can)
          const { label, key } = area
          return to ? [{ key, label, go: () => void navigate({ to, ...defaultOf(to) }) }] : []
        }),
    [can, navigate, missing, defaultOf],
  )
  return <Shortcuts places={places} />
}
