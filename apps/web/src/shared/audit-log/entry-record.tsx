import type { AuditEntry } from '@steward/contract/system/audit-log'
import { IconCopy } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { timeOf } from '../../api/read.ts'
import { copyText } from '../../ui/feedback/copy.ts'
import { Text } from '../../ui/format/text.tsx'
import { Time } from '../../ui/format/time.tsx'
import { absoluteText } from '../../ui/format/time-text.ts'
import { FilterLink } from '../../ui/list/filters/filter-link.tsx'
import { PersonLink } from '../../ui/record/person-link.tsx'
import { ActionButtons, type RecordAction } from '../../ui/record/record-actions.tsx'
import { Field, Fields, IdField } from '../../ui/record/record-fields.tsx'
import { ActionBadge } from './action-badge.tsx'
import { amongOf, recordNowOptions, useAuditLog } from './audit-log.queries.ts'
import { Difference } from './difference.tsx'
import { RecordLink } from './record-link.tsx'
import { UndoneByLink } from './undone-by-link.tsx'
import { actorWords, areaWord, batchWords, doorWord, recordWords } from './words.ts'

type Props = { entry: AuditEntry }

/** An entry of the audit log with all its details; `actions` are offered besides copying it. */
export function EntryRecord({ entry, actions = [] }: Props & { actions?: RecordAction[] }) {
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
  return (
    <>
      <ActionButtons actions={[...actions, copy]} />
      <Fields>
        <Field label="What">
          <ActionBadge action={entry.action} />
        </Field>
        <Field label={entry.count === 1 || entry.record ? 'Record' : 'Records'}>
          {now.data ? (
            <RecordLink entry={entry} title={now.data.title} gone={now.data.gone}>
              <Text value={recordWords(entry)} />
            </RecordLink>
          ) : (
            <Text value={recordWords(entry)} />
          )}
          {now.data?.gone && isStill(entry) && <div>Since deleted</div>}
        </Field>
        <Field label="Area">{areaWord(entry.area)}</Field>
        <Field label="Who">
          {entry.actor ? <PersonLink person={entry.actor} /> : <Text value={actorWords(entry)} />}
        </Field>
        {entry.role && (
          <Field label="Role">
            <Text value={entry.role.name} />
          </Field>
        )}
        <Field label="When">
          <ExactTime at={entry.at} />
        </Field>
        <Field label="Source">{doorWord(entry)}</Field>
        <Field label="Address">
          <Text value={entry.address} />
        </Field>
        {entry.detail && (
          <Field label="Detail">
            <Text value={entry.detail} />
          </Field>
        )}
        <Together entry={entry} />
        <IdField id={entry._id} />
      </Fields>
      <Difference entry={entry} currency={now.data?.currencyAt(entry._id ?? '')} />
    </>
  )
}

const isStill = ({ action }: AuditEntry) => action !== 'delete' && action !== 'purge'

function ExactTime({ at }: { at: unknown }) {
  const time = timeOf(at)
  return (
    <>
      {time !== null && `${absoluteText(time)} · `}
      <Time at={at} />
    </>
  )
}

/** Links to the other entries of the entry's import or job, and to the entry that it undid. */
function Together({ entry }: Props) {
  const { at: to, batch, undoes } = entry
  return (
    <>
      {batch !== null && (
        <Field label="Part of">
          <FilterLink to="/audit-log" search={{ batch: [batch] }}>
            All of {batchWords(entry)}
          </FilterLink>
        </Field>
      )}
      {undoes !== null && (
        <Field label="Undoes">
          <FilterLink to="/audit-log" search={{ ...amongOf(entry), to, open: undoes }}>
            An earlier entry
          </FilterLink>
        </Field>
      )}
      {entry.undoneBy && (
        <Field label="Undone">
          <UndoneByLink entry={entry} />
        </Field>
      )}
    </>
  )
}
