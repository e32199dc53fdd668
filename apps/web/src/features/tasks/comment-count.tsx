import { IconMessage } from '@tabler/icons-react'
import { numberOf } from '../../api/read.ts'
import { count, counted } from '../../ui/format/locale.ts'

/** How many comments a task has; nothing where it has none. */
export function CommentCount({ value }: { value: unknown }) {
  const comments = numberOf(value) ?? 0
  if (comments === 0) return null
  const words = counted(comments, 'comment', 'comments')
  return (
    <span role="img" aria-label={words} title={words} style={{ whiteSpace: 'nowrap' }}>
      <IconMessage size="0.875rem" aria-hidden /> {count(comments)}
    </span>
  )
}
