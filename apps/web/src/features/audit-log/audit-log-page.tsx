import { useHasCall } from '../../api/missing-calls.ts'
import { EntryRecord } from '../../shared/audit-log/entry-record.tsx'
import { listOptions } from '../../shared/list/list-options.ts'
import { ListPage } from '../../shared/list/list-page.tsx'
import { lists } from '../../shared/list/lists.ts'
import { PageMessage } from '../../ui/page/page-message.tsx'
import { auditLogDefinition } from './audit-log-definition.tsx'

/** The audit log: who changed what, and when. */
export function AuditLogPage() {
  if (!useHasCall('auditLog.list'))
    return (
      <PageMessage title="There is no audit log">
        <p>This server doesn’t keep one.</p>
      </PageMessage>
    )
  return (
    <ListPage
      definition={auditLogDefinition}
      options={listOptions(lists.auditLog)}
      drawer={({ id, record }) => <EntryRecord key={id} entry={record} />}
    />
  )
}
