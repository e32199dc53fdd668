import { type ReactNode, useEffect } from 'react'
import { create } from 'zustand'

/** The dialog that is open over the page: outside of the rows that open it, which come and go. */
export const useOpenDialog = create<{ dialog: ReactNode }>()(() => ({ dialog: null }))

/** Opens a dialog over the page, which {@link closeDialog} closes. */
export const openDialog = (dialog: ReactNode): void => useOpenDialog.setState({ dialog })

/** Closes it. */
export const closeDialog = (): void => openDialog(null)

/** Draws it; it goes with the session. */
export function OpenDialog(): ReactNode {
  useEffect(() => closeDialog, [])
  return useOpenDialog((state) => state.dialog)
}
