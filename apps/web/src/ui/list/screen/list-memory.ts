import { useCallback, useState } from 'react'
import { type ListMemory, memoryKeyOf, readMemory, stored } from './remembered.ts'

/**
 * What is remembered of a list, and how to change it. Works without local storage too, then until
 * the page is left.
 */
export function useListMemory(list: string): [ListMemory, (change: Partial<ListMemory>) => void] {
  const [memory, setMemory] = useState(() => readMemory(stored(memoryKeyOf(list))))
  const remember = useCallback(
    (change: Partial<ListMemory>) =>
      setMemory((before) => {
        const after = { ...before, ...change }
        try {
          localStorage.setItem(memoryKeyOf(list), JSON.stringify(after))
        } catch {
          // Full or forbidden: the choice then holds until the page is left.
        }
        return after
      }),
    [list],
  )
  return [memory, remember]
}
