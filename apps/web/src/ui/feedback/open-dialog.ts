import { useLocation } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'
import { create } from 'zustand'

/** The dialog that is open over the page: outside of the rows that open it, which come and go. */
export const useOpenDialog = create<{ dialog: ReactNode }>()(() => ({ dialog: null }))

/** Opens a dialog over the page, which {@link closeDialog} closes. */
export const openDialog = (dialog: ReactNode): void => useOpenDialog.setState({ dialog })

/** Closes it. */
export const closeDialog = (): void => openDialog(null)

/** Draws it; it goes with the page. */
export function OpenDialog(): ReactNode {
  const page = useLocation({ select: ({ pathname }) => pathname })
  // biome-ignore lint/correctness/useExhaustiveDependencies: what another page is about, it doesn't ask
  useEffect(() => closeDialog, [page])
  return useOpenDialog((state) => state.dialog)
}
