import { useLocation } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'
import { create } from 'zustand'

/** Outside of the rows that open it, since they may unmount. */
export const useOpenDialog = create<{ dialog: ReactNode }>()(() => ({ dialog: null }))

export const openDialog = (dialog: ReactNode): void => useOpenDialog.setState({ dialog })

export const closeDialog = (): void => openDialog(null)

/** Closes when the page changes. */
export function OpenDialog(): ReactNode {
  const page = useLocation({ select: ({ pathname }) => pathname })
  // biome-ignore lint/correctness/useExhaustiveDependencies: what another page is about, it doesn't ask
  useEffect(() => closeDialog, [page])
  return useOpenDialog((state) => state.dialog)
}
