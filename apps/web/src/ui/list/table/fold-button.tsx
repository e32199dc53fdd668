import { Button } from '@mantine/core'
import { t } from '@steward/i18n/reader'
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { rich } from '../../format/rich.tsx'
import type { Fold } from '../definition/list-definition.ts'

/** The button that opens a line of several rows, with a note on them. */
export function FoldButton({ fold, note }: { fold: Fold<unknown>; note: string }) {
  const Icon = fold.opened ? IconChevronDown : IconChevronRight
  const count = fold.records.length
  return (
    <Button
      variant="light"
      color="gray"
      size="compact-xs"
      ms={6}
      mih={24}
      tabIndex={-1}
      aria-expanded={fold.opened}
      title={fold.opened ? t('Show as one line') : t('Show all {count}', { count })}
      rightSection={<Icon size="0.875rem" aria-hidden />}
      onClick={fold.onToggle}
    >
      {/* i18n: several equal entries that are shown as one */}
      {rich('×{count} <unseen>in a row</unseen>', {
        count,
        unseen: (words) => <span className="unseen">{words}</span>,
      })}
      {note && ` · ${note}`}
    </Button>
  )
}
