import { Button, Group, TextInput } from '@mantine/core'
import type { AuditEntry } from '@steward/contract/audit-log/audit-log'
import { t } from '@steward/i18n/reader'
import { textOf } from '../../api/answers/read.ts'
import type { Failure } from '../../api/failure.ts'
import classes from '../../ui/dialog/dialog.module.css'
import { Dialog, DialogActions } from '../../ui/dialog/dialog.tsx'
import { closeDialog } from '../../ui/dialog/open-dialog.ts'
import { CompareTable } from '../../ui/record/compare-table.tsx'
import { entryTitle } from '../audit-log/action-badge.tsx'
import { fieldOf } from '../audit-log/fields.ts'
import { AuditValue } from '../audit-log/value.tsx'
import { undoAllOf } from './undo-all-of.ts'
import { UndoSeveral } from './undo-several.tsx'
import '@mantine/core/styles/Group.css'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { instantOf, localTime } from '../../ui/format/local-time.ts'
import { rich } from '../../ui/format/rich.tsx'
import { askAuditLog } from '../audit-log/audit-log.queries.ts'

export type UndoQuestion =
  /** Shows why one entry could not be undone. */
  | { kind: 'refused'; entry: AuditEntry; failure: Failure }
  /** Asks before all of a batch is undone, which was made through an import, a job or one change. */
  | { kind: 'batch'; batch: string; through: string }
  /** Asks before all that a person did is undone; `from` and `to` are days or times. */
  | { kind: 'span'; actor: string; from?: string | undefined; to?: string | undefined }

export function UndoDialog({ question }: { question: UndoQuestion }) {
  switch (question.kind) {
    case 'refused':
      return <RefusedDialog {...question} />
    case 'batch':
      return (
        <UndoSeveral
          key={question.batch}
          title={undoAllOf(question.through)}
          selected={{ id: question.batch }}
        />
      )
    case 'span':
      return <UndoSpan key={question.actor} {...question} />
  }
}

function RefusedDialog(props: { entry: AuditEntry; failure: Failure }) {
  const { entry, failure } = props
  const area = entry.area ?? ''
  const fields = failure.entries.filter(({ path }) => path !== undefined)
  const rest = failure.entries.filter(
    ({ path, msg }) => path === undefined && msg !== failure.message,
  )
  const currency = textOf(entry.before?.['currency'] ?? entry.after?.['currency'])
  const before = (name: string) => {
    const value = entry.before?.[name] ?? null
    return <AuditValue field={fieldOf(area, name, value)} value={value} currency={currency} />
  }
  return (
    <Dialog
      onClose={closeDialog}
      size="lg"
      // i18n: {entry} is an entry of the audit log such as “Changed: B-1”
      title={rich('Couldn’t undo {entry}', { entry: <bdi>{entryTitle(entry)}</bdi> })}
    >
      <p className={classes.text}>
        <bdi>{failure.message}</bdi> {t('Nothing was changed.')}
      </p>
      {rest.map(({ msg }) => (
        <p key={msg} className={classes.text}>
          <bdi>{msg}</bdi>
        </p>
      ))}
      {fields.length > 0 && (
        <CompareTable
          head={[t('Field'), t('Would be restored to'), t('Why not')]}
          rows={fields.map(({ path = '', msg }) => ({
            key: path,
            head: t(fieldOf(area, path, null).label),
            cells: [before(path), <bdi key="why">{msg}</bdi>],
          }))}
        />
      )}
      <DialogActions>
        <Button variant="filled" data-autofocus onClick={closeDialog}>
          {t('Close')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

interface Span {
  from: string
  to: string
}

function UndoSpan(props: { actor: string; from?: string | undefined; to?: string | undefined }) {
  const { actor } = props
  const [span, setSpan] = useState<Span>(() => startOf(props.from, props.to))
  const sent = instantsOf(span)
  const latest = useQuery(askAuditLog({ actor, page: '1', limit: '1', sort: '-at' }))
  const name = latest.data?.rows[0]?.record.actor?.name
  const field = (side: 'from' | 'to', label: string) => (
    <TextInput
      type="datetime-local"
      label={label}
      required
      withAsterisk={false}
      value={span[side]}
      onChange={(event) => setSpan({ ...span, [side]: event.currentTarget.value })}
    />
  )
  const isWrong = span.from !== '' && span.to !== ''
  return (
    <UndoSeveral
      title={
        name === undefined
          ? t('Undo what this person did')
          : rich('Undo what {person} did', { person: <bdi>{name}</bdi> })
      }
      selected={sent && { actor, ...sent }}
      unselected={isWrong ? t('The end must not be before the start.') : t('Enter both times.')}
    >
      <Group grow gap={12} align="start">
        {field('from', t('From'))}
        {field('to', t('To'))}
      </Group>
    </UndoSeveral>
  )
}

/** The span of the list's filter, else today until now; days of a filter are in UTC. */
function startOf(from: string | undefined, to: string | undefined): Span {
  const now = localTime(new Date().toISOString())
  const isDay = to?.length === 10
  return {
    from: from === undefined ? `${now.slice(0, 10)}T00:00` : localTime(from),
    to: to === undefined ? now : localTime(isDay ? `${to}T23:59:59.999Z` : to),
  }
}

/** The span in ISO 8601, where a minute lasts until its end; null while it is invalid. */
function instantsOf(span: Span): Span | null {
  const [from, to] = [instantOf(span.from), instantOf(span.to)]
  if (from === null || to === null || to < from) return null
  return { from, to: to.replace(/:00\.000Z$/, ':59.999Z') }
}
