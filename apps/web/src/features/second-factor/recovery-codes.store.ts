import { create } from 'zustand'

/** Recovery codes that have just been made, and what comes once they are kept; no navigation takes them away. */
export const useRecoveryCodes = create<{ codes: readonly string[] | null; onKept: () => void }>()(
  () => ({ codes: null, onKept: () => {} }),
)

/** Shows new recovery codes until they are kept; without any it goes on at once. */
export function showRecoveryCodes(
  codes: readonly string[] | null | undefined,
  onKept: () => void = () => {},
): void {
  if (codes?.length) useRecoveryCodes.setState({ codes, onKept })
  else onKept()
}

/** Forgets the codes: they are kept, or the session is over. */
export const dropRecoveryCodes = (): void =>
  useRecoveryCodes.setState({ codes: null, onKept: () => {} })
