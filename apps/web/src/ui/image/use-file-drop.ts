import { type DragEvent, useState } from 'react'

/** Takes the first file that is dropped on an element; spread the result on that element. */
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
