import { useEffect, useMemo, useRef } from 'react'
import { forgetDraft, keepDraft } from '../../api/drafts.ts'

/** What keeps a form's unsaved values, and knows whether there is anything to lose. */
export interface Draft {
  /** Whether something stands unsaved that leaving the page would lose. */
  unsaved: () => boolean
  /** Something has changed that no drawing of the form tells of. */
  touch: () => void
  /** Forgets what was kept: it has been saved, or is given up. Call it before leaving the page. */
  discard: () => void
}

const pause = 300

/**
 * Keeps what stands unsaved in a form, in this tab, for after a lost session (`readDraft` has it).
 * @param key names the form: its route, with the id of the record
 * @param read what to keep, as JSON can hold it; null while nothing is unsaved
 */
export function useDraft(key: string, read: () => unknown): Draft {
  const latest = useRef(read)
  latest.current = read
  const [draft, flush] = useMemo(() => {
    let given = false
    let timer: ReturnType<typeof setTimeout> | undefined
    const flush = () => {
      clearTimeout(timer)
      const value = latest.current()
      // Once the form is clean again, later changes count anew.
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
