import type { User } from '@steward/contract/users/users'
import type { DeepPartial } from '../../api/read.ts'
import { StatusBadge } from '../../ui/record/status-badge.tsx'

/** Whether an account waits for its person to confirm the address; not where a server says nothing. */
export const isUnconfirmed = (user: DeepPartial<User>): boolean => user.emailConfirmed === false

/** Whether the address of who waits is proved, as a dot and a word. */
export function AddressProof({ user }: { user: DeepPartial<User> }) {
  const known = typeof user.emailConfirmed === 'boolean'
  return (
    <StatusBadge status={known ? (user.emailConfirmed ? 'confirmed' : 'not_confirmed') : null} />
  )
}

/** Why somebody can't be let in yet, and what helps. */
export const unconfirmedWords = (name: string): string =>
  `${name} hasn’t confirmed this address yet, so it might be somebody else’s. They can be approved once they have used the link in their e-mail. Registering again with the same address sends a new link.`
