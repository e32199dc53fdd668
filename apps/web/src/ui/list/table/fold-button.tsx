import { Button } from '@mantine/core'
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { count } from '../../format/locale.ts'
import type { Fold } from '../definition/list-definition.ts'

/** The button that opens a line of several rows, with a note on them. */
export function FoldButton({ fold, note }: { fold: Fold<unknown>; note: string }) {
  const Icon = fold.opened ? IconChevronDown : IconChevronRight
  const rows = count(fold.records.length)
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
