import { useLocation, useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import { useCallback, useDeferredValue } from 'react'
import { create } from 'zustand'
import { afterPaint } from '../page/after-paint.ts'

/** `new`, or `new@2026-12-12` for one that starts with something. */
const isNew = (id: string) => /^new(@|$)/.test(id)

/** The form that was asked for while the address, which follows after the next paint, doesn't say so yet. */
interface Asked {
  /** The address then: once it is another one, it counts. */
  at: string
  edit: string
}

const useAsked = create<{ asked: Asked | null }>(() => ({ asked: null }))

/**
 * Opens a record's form (`new` makes one). Who only opens it, as each row's menu, isn't drawn anew with the address.
 */
export function useEdit(): (id: string) => void {
  const { history } = useRouter()
  const go = useGo()
  return useCallback(
    (id) => {
      const { href, pathname } = history.location
      const asked = { at: href, edit: id }
      const forget = () => useAsked.setState((now) => (now.asked === asked ? { asked: null } : now))
      useAsked.setState({ asked })
      afterPaint(() => {
        // Whoever has gone elsewhere meanwhile doesn't want it any more.
        if (history.location.pathname !== pathname) forget()
        else void go(isNew(id) ? { edit: id } : { edit: id, open: id }).finally(forget)
      })
    },
    [go, history],
  )
}

/**
 * Which record's form is open, in the URL as `edit`; `new` for one that is to be made. It is drawn after
 * what asked for it has been painted: `coming` until then.
 */
export function useEditing(): { editing: string | null; coming: boolean; leave: () => void } {
  const located = useSearch({ strict: false, select: (search) => search.edit })
  const href = useLocation({ select: (location) => location.href })
  const asked = useAsked(({ asked }) => asked)
  const edit = (asked?.at === href ? asked.edit : located) ?? null
  const editing = useDeferredValue(edit)
  const go = useGo()
  return { editing, coming: editing !== edit, leave: () => void go({ edit: undefined }) }
}

/** Leaves the form of a new record for the record itself, which opens; without an id it is only left. */
export function useShowMade(): (id: string | null) => void {
  const go = useGo()
  return useCallback((id) => void go({ edit: undefined, ...(id !== null && { open: id }) }), [go])
}

function useGo() {
  const navigate = useNavigate()
  return useCallback(
    (change: { edit: string | undefined; open?: string }) =>
      navigate({
        to: '.',
        search: (before) => ({ ...before, ...change }),
        resetScroll: false,
      }),
    [navigate],
  )
}
