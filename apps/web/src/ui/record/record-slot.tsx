import { useLayoutEffect, useRef } from 'react'

/** Draws a record's element here; moving it between places keeps what is typed in it. */
export function RecordSlot(props: { host: HTMLElement; onThere: (there: boolean) => void }) {
  const { host, onThere } = props
  const place = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const { activeElement } = document
    place.current?.append(host)
    // Moving an element takes its focus away.
    if (activeElement instanceof HTMLElement && host.contains(activeElement)) activeElement.focus()
    onThere(true)
    return () => onThere(false)
  }, [host, onThere])
  return <div ref={place} />
}
