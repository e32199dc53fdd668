import { create } from 'zustand'

/** New recovery codes and what follows once they are stored; they survive navigation. */
export const useRecoveryCodes = create<{ codes: readonly string[] | null; onKept: () => void }>()(
  () => ({ codes: null, onKept: () => {} }),
)

/** Opens the dialog with new recovery codes; without codes `onKept` is called at once. */
export function showRecoveryCodes(
  codes: readonly string[] | null | undefined,
  onKept: () => void = () => {},
): void {
  if (codes?.length) useRecoveryCodes.setState({ codes, onKept })
  else onKept()
}

export const dropRecoveryCodes = (): void =>
  useRecoveryCodes.setState({ codes: null, onKept: () => {} })
