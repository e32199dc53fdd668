import type { User } from '../../api/records.ts'
import { StatusBadge } from '../../ui/record/status-badge.tsx'

/** Whether an account waits for its person to confirm the address; not where a server says nothing. */
export const isUnconfirmed = (user: User): boolean => user.emailConfirmed === false

/** Whether the address of who waits is proved, as a dot and a word. */
export function AddressProof({ user }: { user: User }) {
  const known = typeof user.emailConfirmed === 'boolean'
  return (
    <StatusBadge status={known ? (user.emailConfirmed ? 'confirmed' : 'not_confirmed') : null} />
  )
}
