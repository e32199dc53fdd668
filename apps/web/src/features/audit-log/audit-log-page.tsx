import type { AuditEntry } from '@steward/contract/audit-log/audit-log'
import { t } from '@steward/i18n/reader'
import { useSearch } from '@tanstack/react-router'
import { useHasCall } from '../../api/missing-calls.ts'
import { EntryRecord } from '../../shared/audit-log/entry-record.tsx'
import { ListPage } from '../../shared/records/list-page.tsx'
import { UndoSpanButton, useUndoActions } from '../../shared/undo/undo-actions.tsx'
import { PageMessage } from '../../ui/page/page-message.tsx'
import { auditLogDefinition } from './audit-log-definition.tsx'

export function AuditLogPage() {
  const { actor, from, to } = useSearch({ strict: false })
  const [person, ...others] = [actor ?? []].flat()
  if (!useHasCall('auditLog.list'))
    return (
      <PageMessage title={t('No audit log')}>
        <p>{t('This server doesn’t keep an audit log.')}</p>
      </PageMessage>
    )
  return (
    <ListPage
      definition={auditLogDefinition}
      actions={
        person !== undefined &&
        others.length === 0 && <UndoSpanButton actor={person} from={from} to={to} />
      }
      drawer={({ id, record }) => <Entry key={id} entry={record} />}
    />
  )
}

function Entry({ entry }: { entry: AuditEntry }) {
  return <EntryRecord entry={entry} actions={useUndoActions(entry)} />
}
