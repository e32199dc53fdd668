import { t } from '@steward/i18n/reader'
import { useParams } from '@tanstack/react-router'
import { useAuditLog } from '../../shared/audit-log/audit-log.queries.ts'
import { History } from '../../shared/history/history.tsx'
import { UndoSpanButton } from '../../shared/undo/undo-actions.tsx'
import { PageMessage } from '../../ui/page/page-message.tsx'
import { PageSection } from '../../ui/page/record-page.tsx'
import classes from './audit-log.module.css'

export function PersonHistory() {
  const { id } = useParams({ from: '/guarded/users/$id' })
  if (!useAuditLog())
    return (
      <PageMessage title={t('No history on this server')}>
        <p>{t('This server doesn’t keep an audit log.')}</p>
      </PageMessage>
    )
  return (
    <div className={`grid gap-24 to-start ${classes.sides}`}>
      <PageSection title={t('Changes to this person')}>
        <History key={id} of={{ record: id }} />
      </PageSection>
      <PageSection title={t('Changes by this person')}>
        <UndoSpanButton actor={id} />
        <History key={id} of={{ actor: id }} />
      </PageSection>
    </div>
  )
}
