import { create } from 'zustand'

/**
 * Recovery codes that have just been made, and what comes once they are kept. They stand outside of every page, so that
 * no navigation takes them away before that.
 */
export const useRecoveryCodes = create<{ codes: readonly string[] | null; onKept: () => void }>()(
  () => ({ codes: null, onKept: () => {} }),
)

/**
 * Shows new recovery codes until they are kept.
 * @param codes null where the person has some already: then it goes on at once
 */
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
