import { useEffect, useMemo, useRef } from 'react'
import { forgetDraft, keepDraft } from '../../api/browser/form-drafts.ts'

export interface Draft {
  unsaved: () => boolean
  /** Notes a change that causes no render. */
  touch: () => void
  /** Deletes the draft; to be called before leaving the page. */
  discard: () => void
}

const pause = 300

/** Keeps the unsaved values of a form in this tab (`readDraft`), so that they survive a reload; `read` returns null while nothing is unsaved. */
export function useDraft(key: string, read: () => unknown): Draft {
  const latest = useRef(read)
  latest.current = read
  const [draft, flush] = useMemo(() => {
    let given = false
    let timer: ReturnType<typeof setTimeout> | undefined
    const flush = () => {
      clearTimeout(timer)
      const value = latest.current()
      // Later changes count anew.
      if (value === null) given = false
      if (value === null || given) forgetDraft(key)
      else keepDraft(key, value)
    }
    const made: Draft = {
      unsaved: () => !given && latest.current() !== null,
      touch: () => {
        clearTimeout(timer)
        timer = setTimeout(flush, pause)
      },
      discard: () => {
        given = true
        forgetDraft(key)
      },
    }
    return [made, flush]
  }, [key])

  useEffect(() => draft.touch())
  useEffect(() => {
    window.addEventListener('pagehide', flush)
    return () => {
      window.removeEventListener('pagehide', flush)
      flush()
    }
  }, [flush])
  return draft
}
