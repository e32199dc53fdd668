import { type DragEvent, useState } from 'react'

/** Props for an element on which files can be dropped; the first file goes to `take`. */
export function useFileDrop(take: (file: File | undefined) => void) {
  const [over, setOver] = useState(false)
  return {
    'data-over': over || undefined,
    onDragOver: (event: DragEvent) => {
      event.preventDefault()
      setOver(true)
    },
    onDragLeave: () => setOver(false),
    onDrop: (event: DragEvent) => {
      event.preventDefault()
      setOver(false)
      take(event.dataTransfer.files[0])
    },
  }
}
