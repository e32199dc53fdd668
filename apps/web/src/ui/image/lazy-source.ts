import { type RefObject, useEffect, useRef, useState } from 'react'

/** Whether an element has been in sight; `loading="lazy"` would load more than a window ahead. */
export function useSeen<E extends Element>(): [RefObject<E | null>, boolean] {
  const element = useRef<E>(null)
  const [seen, setSeen] = useState(() => !('IntersectionObserver' in globalThis))
  useEffect(() => {
    if (seen || !element.current) return
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) setSeen(true)
    })
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [seen])
  return [element, seen]
}
