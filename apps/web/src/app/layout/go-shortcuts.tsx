import { t } from '@steward/i18n/reader'
import { useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useMissingCalls } from '../../api/missing-calls.ts'
import { useDefaultSearches } from '../../shared/saved-views/default-views.store.ts'
import { Shortcuts } from '../../ui/page/shortcuts.tsx'
import { useCan } from '../../ui/permissions/permitted.tsx'
import { placesFor } from '../areas.ts'

/** The keys of every page behind the sign-in; `g` leads to what the sidebar does. */
export function GoShortcuts() {
  const can = useCan()
  const navigate = useNavigate()
  // What the server lacks is found out one by one.
  const missing = useMissingCalls((state) => state.missing)
  const defaultOf = useDefaultSearches()
  const places = useMemo(
    () =>
      // It is read again once more is known of the server.
      missing &&
      placesFor(can)
        .flatMap((group) => group.places)
        .map(({ area: { key, label }, to }) => ({
          key,
          label: t(label),
          go: () => void navigate({ to, ...defaultOf(to) }),
        })),
    [can, navigate, missing, defaultOf],
  )
  return <Shortcuts places={places} />
}
