import { statusWord } from '../../ui/record/status-badge.tsx'

/** A user's type as people read it. */
export function typeWord(type: unknown): string | null {
  if (typeof type !== 'string') return null
  return type === 'business' ? 'Business user' : statusWord(type)
}
