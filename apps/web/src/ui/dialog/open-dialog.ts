import { useLocation } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'
import { create } from 'zustand'

/** The open dialog; kept outside of the rows that open it, since they may unmount. */
export const useOpenDialog = create<{ dialog: ReactNode }>()(() => ({ dialog: null }))

export const openDialog = (dialog: ReactNode): void => useOpenDialog.setState({ dialog })

export const closeDialog = (): void => openDialog(null)

/** Draws the dialog opened by {@link openDialog}; it closes when the page changes. */
export function OpenDialog(): ReactNode {
  const page = useLocation({ select: ({ pathname }) => pathname })
  // biome-ignore lint/correctness/useExhaustiveDependencies: what another page is about, it doesn't ask
  useEffect(() => closeDialog, [page])
  return useOpenDialog((state) => state.dialog)
}
