import { create } from 'zustand'

/** Recovery codes that have just been made: shown once, kept nowhere but here until then. */
interface RecoveryCodesState {
  codes: readonly string[] | null
  /** Called once the person has kept them. */
  onKept: () => void
}

/**
 * The codes stand outside of every page, so that no navigation, and no other answer of the server,
 * takes them away before they are kept.
 */
export const useRecoveryCodes = create<RecoveryCodesState>()(() => ({
  codes: null,
  onKept: () => {},
}))

/**
 * Shows new recovery codes until they are kept.
 * @param codes null where the person has some already: then it goes on at once
 * @param onKept what comes after
 */
export function showRecoveryCodes(
  codes: readonly string[] | null | undefined,
  onKept: () => void = () => {},
): void {
  if (codes?.length) useRecoveryCodes.setState({ codes, onKept })
  else onKept()
}

/** Forgets the codes, without a word: the session is over. */
export const dropRecoveryCodes = (): void =>
  useRecoveryCodes.setState({ codes: null, onKept: () => {} })
