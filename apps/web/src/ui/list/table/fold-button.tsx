import { Button } from '@mantine/core'
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { use } from 'react'
import { count } from '../../format/locale.ts'
import { FoldContext } from './folds.ts'

/** The button that opens a line of several rows, with a note on them; nothing in a line of one. */
export function FoldButton<T>(props: { note: (records: readonly T[]) => string }) {
  const fold = use(FoldContext)
  if (!fold) return null
  const Icon = fold.opened ? IconChevronDown : IconChevronRight
  const rows = count(fold.records.length)
  const note = props.note(fold.records as readonly T[])
  return (
    <Button
      variant="light"
      color="gray"
      size="compact-xs"
      ml={6}
      mih={24}
      tabIndex={-1}
      aria-expanded={fold.opened}
      title={fold.opened ? 'Show as one line' : `Show all ${rows}`}
      rightSection={<Icon size="0.875rem" aria-hidden />}
      onClick={fold.onToggle}
    >
      ×{rows} <span className="unseen">in a row</span>
      {note && ` · ${note}`}
    </Button>
  )
}
