import { IconMessage } from '@tabler/icons-react'
import { count, counted } from '../../ui/format/locale.ts'

export function CommentCount({ value }: { value: number | null | undefined }) {
  if (!value) return null
  const words = counted(value, 'comment', 'comments')
  return (
    <span role="img" aria-label={words} title={words} style={{ whiteSpace: 'nowrap' }}>
      <IconMessage size="0.875rem" aria-hidden /> {count(value)}
    </span>
  )
}
