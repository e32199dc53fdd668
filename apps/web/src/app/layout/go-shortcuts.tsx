import { t } from '@steward/i18n/reader'
import { useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useDefaultSearches } from '../../shared/saved-views/default-views.store.ts'
import { Shortcuts } from '../../ui/page/shortcuts.tsx'
import { usePlaces } from '../places.ts'

/** The keys of every page behind the sign-in; `g` leads to what the palette does. */
export function GoShortcuts() {
  const navigate = useNavigate()
  const defaultOf = useDefaultSearches()
  const places = usePlaces()
  const shortcuts = useMemo(
    () =>
      places.map(({ key, label, to }) => ({
        key,
        label: t(label),
        go: () => void navigate({ to, ...defaultOf(to) }),
      })),
    [places, navigate, defaultOf],
  )
  return <Shortcuts places={shortcuts} />
}
