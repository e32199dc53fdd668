import { textOf } from '../../api/read.ts'
import { statusWord } from '../../ui/record/status-badge.tsx'

/** A user's type as people read it. */
export function typeWord(type: unknown): string | null {
  const text = textOf(type)
  if (text === null) return null
  return text === 'business' ? 'Business user' : statusWord(text)
}
