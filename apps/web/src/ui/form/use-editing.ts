import { useLocation, useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import { useCallback, useDeferredValue } from 'react'
import { create } from 'zustand'
import { afterPaint } from '../load/after-paint.ts'

/** Whether `edit` opens a new record: `new`, or `new@2026-12-12` with a value to start with. */
const isNew = (id: string) => /^new(@|$)/.test(id)

/** A form that was requested while the URL, which changes after the next paint, lacks it. */
interface RequestedForm {
  /** The URL at the time of the request. */
  at: string
  edit: string
}

const useAsked = create<{ asked: RequestedForm | null }>(() => ({ asked: null }))

/** Opens the form of a record, or a `new` one; doesn't rerender when the URL changes. */
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
        if (history.location.pathname !== pathname) forget()
        else void go(isNew(id) ? { edit: id } : { edit: id, open: id }).finally(forget)
      })
    },
    [go, history],
  )
}

/** The form that `edit` in the URL opens; it is drawn after the next paint, `coming` until then. */
export function useEditing(): { editing: string | null; coming: boolean; leave: () => void } {
  const located = useSearch({ strict: false, select: (search) => search.edit })
  const href = useLocation({ select: (location) => location.href })
  const asked = useAsked(({ asked }) => asked)
  const edit = (asked?.at === href ? asked.edit : located) ?? null
  const editing = useDeferredValue(edit)
  const go = useGo()
  return { editing, coming: editing !== edit, leave: () => void go({ edit: undefined }) }
}

/** Closes the form of a new record and opens the record, if its id is known. */
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
