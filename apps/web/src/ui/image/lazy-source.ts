import { type RefObject, useEffect, useRef, useState } from 'react'

const shown = new WeakMap<Element, () => void>()
let observer: IntersectionObserver | undefined

/** Calls `show` once an element is in sight; the page has a single observer for all elements. */
function observe(element: Element, show: () => void): () => void {
  observer ??= new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting) continue
      shown.get(target)?.()
      observer?.unobserve(target)
    }
  })
  shown.set(element, show)
  observer.observe(element)
  return () => {
    shown.delete(element)
    observer?.unobserve(element)
  }
}

/** Whether an element has been in sight; `loading="lazy"` would load more than a window ahead. */
export function useSeen<E extends Element>(): [RefObject<E | null>, boolean] {
  const element = useRef<E>(null)
  const [seen, setSeen] = useState(() => !('IntersectionObserver' in globalThis))
  useEffect(() => {
    if (seen || !element.current) return
    return observe(element.current, () => setSeen(true))
  }, [seen])
  return [element, seen]
}
