import { useEffect, useRef, useState } from 'react'

/** What is open over a part, one dialog after the other; after the last the focus is where it was before the first. */
export function useOpen<O extends object>() {
  const [open, setOpen] = useState<O | null>(null)
  const opener = useRef<Element>(null)
  const show = (next: O | null) => {
    if (next && !open) opener.current = document.activeElement
    setOpen(next)
  }
  useEffect(() => {
    if (open) return
    // After the dialog has given the focus back, which it can't where another was open before it.
    const later = setTimeout(() => {
      if (opener.current instanceof HTMLElement) opener.current.focus({ preventScroll: true })
      opener.current = null
    })
    return () => clearTimeout(later)
  }, [open])
  return [open, show] as const
}
