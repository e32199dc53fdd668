import type { AuditEntry } from '@steward/contract/audit-log/audit-log'
import { t } from '@steward/i18n/reader'
import { IconCopy } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
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
import { Erased } from './value.tsx'
import { actorWords, allOfBatchWords, areaWord, doorWord, isErased, recordWords } from './words.ts'

type Props = { entry: AuditEntry }

/** An entry of the audit log with all its details; `actions` are offered besides copying it. */
export function EntryRecord({ entry, actions = [] }: Props & { actions?: RecordAction[] }) {
  const { at, role, batch, undoes } = entry
  // The title of a request for consent says its detail.
  const detail = entry.area === 'consents' ? null : entry.detail
  const id = entry.record?._id ?? null
  const now = useQuery({ ...recordNowOptions(id ?? ''), enabled: useAuditLog() && id !== null })
  const copy: RecordAction = {
    label: t('Copy as JSON'),
    icon: IconCopy,
    act: () =>
      void copyText(
        JSON.stringify(entry, null, 2),
        t('Copied the entry as JSON.'),
        t('Copying was blocked. It may need https.'),
      ),
  }
  const area = areaWord(entry.area)
  const source = doorWord(entry)
  return (
    <>
      <ActionButtons actions={[...actions, copy]} />
      <Fields>
        <Field label={t('What')}>
          <ActionBadge action={entry.action} />
        </Field>
        <Field label={entry.count === 1 || entry.record ? t('Record') : t('Records')}>
          <RecordOfEntry entry={entry} now={now.data} />
        </Field>
        {area && <Field label={t('Area')}>{area}</Field>}
        <Field label={entry.via?.proposal ? t('Approved by') : t('Who')}>
          <Who entry={entry} />
        </Field>
        {role && (
          <Field label={t('Role')}>
            <Text value={role.name} />
          </Field>
        )}
        <Field label={t('When')}>
          <ExactTime at={at} />
        </Field>
        {entry.via?.proposal && (
          // i18n: followed by the account of an agent; whom “Who” names has approved it
          <Field label={t('Proposed by')}>
            <PersonLink person={entry.via.proposal.by} />
          </Field>
        )}
        {entry.via?.consent && (
          // i18n: followed by the second person
          <Field label={t('Agreed by')}>
            <PersonLink person={entry.via.consent.by} />
          </Field>
        )}
        {source && <Field label={t('Source')}>{source}</Field>}
        {entry.via?.key && (
          // i18n: the key of a service account
          <Field label={t('Key')}>
            <Text value={entry.via.key.name} />
          </Field>
        )}
        {entry.via?.loan && (
          // i18n: followed by who granted the loan under which a change was made
          <Field label={t('On loan, granted by')}>
            <PersonLink person={entry.via.loan.grantedBy} />
          </Field>
        )}
        {/* i18n: the network address that a change came from */}
        <Field label={t('Address', {}, 'in a network')}>
          {isErased(entry, 'address') ? <Erased /> : <Text value={entry.address} />}
        </Field>
        {(detail || isErased(entry, 'detail')) && (
          <Field label={t('Detail')}>{detail ? <Text value={detail} /> : <Erased />}</Field>
        )}
        {batch !== null && (
          // i18n: followed by “All of one import” and the like
          <Field label={t('Part of')}>
            <FilterLink to="/audit-log" search={{ batch: [batch] }}>
              {allOfBatchWords(entry)}
            </FilterLink>
          </Field>
        )}
        {undoes !== null && (
          // i18n: followed by “An earlier entry”
          <Field label={t('Undoes')}>
            <FilterLink to="/audit-log" search={{ ...amongOf(entry), to: at, open: undoes }}>
              {t('An earlier entry')}
            </FilterLink>
          </Field>
        )}
        {entry.undoneBy && (
          // i18n: followed by “By a later entry”
          <Field label={t('Undone')}>
            <UndoneByLink entry={entry} />
          </Field>
        )}
        <IdField id={entry._id} />
      </Fields>
      <Difference entry={entry} currency={now.data?.currencyAt(entry._id ?? '')} />
    </>
  )
}

function Who({ entry }: Props) {
  if (isErased(entry, 'actor')) return <Erased />
  return entry.actor ? <PersonLink person={entry.actor} /> : <Text value={actorWords(entry)} />
}

/** The record of an entry, linked once it is known what became of it. */
function RecordOfEntry({ entry, now }: Props & { now: RecordNow | undefined }) {
  if (isErased(entry, 'record')) return <Erased />
  const words = <Text value={recordWords(entry)} />
  if (!now) return words
  const isSince = now.gone && entry.action !== 'delete' && entry.action !== 'purge'
  return (
    <>
      <RecordLink entry={entry} title={now.title} gone={now.gone}>
        {words}
      </RecordLink>
      {isSince && <div>{t('Since deleted')}</div>}
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
