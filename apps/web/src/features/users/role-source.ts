import { textOf } from '../../api/answers/read.ts'
import type { User } from '../../api/answers/records.ts'

/** The identity provider that alone decides about somebody's role; null where that is decided here. */
export const roleSource = (user: User | null): string | null => textOf(user?.provider?.name)
