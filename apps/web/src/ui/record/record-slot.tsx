import { useLayoutEffect, useRef } from 'react'

/** Moves a record's element between places, keeping what is typed. */
export function RecordSlot(props: { host: HTMLElement; onThere: (there: boolean) => void }) {
  const { host, onThere } = props
  const place = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const { activeElement } = document
    place.current?.append(host)
    // Moving loses the focus.
    if (activeElement instanceof HTMLElement && host.contains(activeElement)) activeElement.focus()
    onThere(true)
    return () => onThere(false)
  }, [host, onThere])
  return <div ref={place} />
}
