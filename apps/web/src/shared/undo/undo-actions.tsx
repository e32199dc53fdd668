import { Button } from '@mantine/core'
import type { AuditEntry } from '@steward/contract/audit-log/audit-log'
import { t } from '@steward/i18n/reader'
import { IconArrowBackUp, IconArrowBackUpDouble } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { permitted, type RecordAction } from '../../ui/record/record-actions.tsx'
import { UndoneByLink } from '../audit-log/record-link.tsx'
import { recordWords } from '../audit-log/words.ts'
import { askUndo, undoEntry } from './ask-undo.tsx'
import { undoAllOf } from './undo-all-of.ts'
import { useMayUndo, useUndoSpan } from './undo-needs.ts'

export function useUndoActions(entry: AuditEntry): RecordAction[] {
  const may = useMayUndo()(entry)
  const client = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: () => undoEntry(client, entry, entry._id, recordWords(entry)),
  })
  const { batch } = may
  const { through } = entry
  return permitted([
    may.entry && {
      label: t('Undo'),
      icon: IconArrowBackUp,
      act: () => !isPending && mutate(),
    },
    batch !== null && {
      label: undoAllOf(through),
      icon: IconArrowBackUpDouble,
      act: () => askUndo({ kind: 'batch', batch, through }),
    },
  ])
}

/** The undo buttons of an entry in a history; an undone one links to the entry that undid it. */
export function UndoEntry({ entry }: { entry: AuditEntry }) {
  const actions = useUndoActions(entry)
  const undoneBy = entry.undoneBy
  if (undoneBy === null && actions.length === 0) return null
  return (
    <div className="row wrap gap-8">
      {undoneBy !== null && (
        <span>
          {t('Undone')} <UndoneByLink entry={entry} />
        </span>
      )}
      {actions.map(({ label, icon: Icon, act }) => (
        <Button
          key={label}
          size="compact-sm"
          leftSection={<Icon size="0.875rem" aria-hidden />}
          onClick={act}
        >
          {label}
        </Button>
      ))}
    </div>
  )
}

export const UndoBatchButton = (props: { batch: string; through: string }) => (
  <Button size="compact-sm" onClick={() => askUndo({ kind: 'batch', ...props })}>
    {t('Undo')}
  </Button>
)

export function UndoSpanButton(props: {
  actor: string
  from?: string | undefined
  to?: string | undefined
}) {
  if (!useUndoSpan()) return null
  return (
    <Button
      leftSection={<IconArrowBackUpDouble size="1rem" aria-hidden />}
      onClick={() => askUndo({ kind: 'span', ...props })}
    >
      {t('Undo what they did')}
    </Button>
  )
}
