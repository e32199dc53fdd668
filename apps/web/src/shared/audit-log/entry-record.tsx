import type { AuditEntry } from '@steward/contract/audit-log/audit-log'
import { IconCopy } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { timeOf } from '../../api/answers/read.ts'
import { Text } from '../../ui/format/text.tsx'
import { Time } from '../../ui/format/time.tsx'
import { absoluteText } from '../../ui/format/time-text.ts'
import { FilterLink } from '../../ui/list/filters/filter-link.tsx'
import { copyText } from '../../ui/messages/copy.ts'
import { PersonLink } from '../../ui/record/person-link.tsx'
import { ActionButtons, type RecordAction } from '../../ui/record/record-actions.tsx'
import { Field, Fields, IdField } from '../../ui/record/record-fields.tsx'
import { ActionBadge } from './action-badge.tsx'
import { amongOf, type RecordNow, recordNowOptions, useAuditLog } from './audit-log.queries.ts'
import { Difference } from './difference.tsx'
import { RecordLink, UndoneByLink } from './record-link.tsx'
import { actorWords, areaWord, batchWords, doorWord, recordWords } from './words.ts'

type Props = { entry: AuditEntry }

/** An entry of the audit log with all its details; `actions` are offered besides copying it. */
export function EntryRecord({ entry, actions = [] }: Props & { actions?: RecordAction[] }) {
  const { at, actor, role, detail, batch, undoes } = entry
  const id = entry.record?._id ?? null
  const now = useQuery({ ...recordNowOptions(id ?? ''), enabled: useAuditLog() && id !== null })
  const copy: RecordAction = {
    label: 'Copy as JSON',
    icon: IconCopy,
    act: () =>
      void copyText(
        JSON.stringify(entry, null, 2),
        'Copied the entry as JSON.',
        'Copying was blocked. It may need https.',
      ),
  }
  const fields: Readonly<Record<string, ReactNode>> = {
    What: <ActionBadge action={entry.action} />,
    [entry.count === 1 || entry.record ? 'Record' : 'Records']: (
      <RecordOfEntry entry={entry} now={now.data} />
    ),
    Area: areaWord(entry.area),
    Who: actor ? <PersonLink person={actor} /> : <Text value={actorWords(entry)} />,
    Role: role && <Text value={role.name} />,
    When: <ExactTime at={at} />,
    Source: doorWord(entry),
    Address: <Text value={entry.address} />,
    Detail: detail && <Text value={detail} />,
    'Part of': batch !== null && (
      <FilterLink to="/audit-log" search={{ batch: [batch] }}>
        All of {batchWords(entry)}
      </FilterLink>
    ),
    Undoes: undoes !== null && (
      <FilterLink to="/audit-log" search={{ ...amongOf(entry), to: at, open: undoes }}>
        An earlier entry
      </FilterLink>
    ),
    Undone: entry.undoneBy && <UndoneByLink entry={entry} />,
  }
  return (
    <>
      <ActionButtons actions={[...actions, copy]} />
      <Fields>
        {Object.entries(fields).map(
          ([label, value]) =>
            value && (
              <Field key={label} label={label}>
                {value}
              </Field>
            ),
        )}
        <IdField id={entry._id} />
      </Fields>
      <Difference entry={entry} currency={now.data?.currencyAt(entry._id ?? '')} />
    </>
  )
}

/** The record of an entry, linked once it is known what became of it. */
function RecordOfEntry({ entry, now }: Props & { now: RecordNow | undefined }) {
  const words = <Text value={recordWords(entry)} />
  if (!now) return words
  const isSince = now.gone && entry.action !== 'delete' && entry.action !== 'purge'
  return (
    <>
      <RecordLink entry={entry} title={now.title} gone={now.gone}>
        {words}
      </RecordLink>
      {isSince && <div>Since deleted</div>}
    </>
  )
}

function ExactTime({ at }: { at: unknown }) {
  const time = timeOf(at)
  return (
    <>
      {time !== null && `${absoluteText(time)} · `}
      <Time at={at} />
    </>
  )
}
