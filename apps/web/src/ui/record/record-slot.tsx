import { useLayoutEffect, useRef } from 'react'

/**
 * The place of an element that outlives it: a record keeps what is typed into it while it moves from beside
 * its list into a drawer, and back.
 */
export function RecordSlot(props: { host: HTMLElement; onThere: (there: boolean) => void }) {
  const { host, onThere } = props
  const place = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const { activeElement } = document
    place.current?.append(host)
    // What moves in the page loses the focus.
    if (activeElement instanceof HTMLElement && host.contains(activeElement)) activeElement.focus()
    onThere(true)
    return () => onThere(false)
  }, [host, onThere])
  return <div ref={place} />
}
