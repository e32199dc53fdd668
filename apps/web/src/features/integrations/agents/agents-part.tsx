import { permission } from '@steward/contract/permissions/permission'
import { t } from '@steward/i18n/reader'
import { useQuery } from '@tanstack/react-query'
import { permissionText } from '../../../shared/permissions/permission-text.ts'
import { SectionState } from '../../../ui/page/section.tsx'
import { useCan } from '../../../ui/permissions/permitted.tsx'
import { agentBounds } from './agents.queries.ts'
import { BoundsSection } from './bounds-section.tsx'
import { ConnectSection } from './connect-section.tsx'
import { ProposalsSections } from './proposals-section.tsx'

/** What agents propose, within which bounds, and how they connect. */
export function AgentsPart() {
  const { data, error, refetch } = useQuery(agentBounds)
  const can = useCan()
  // i18n-ignore: the names of permissions
  const mayChange = can(permission('System', 'Integrations', 'update'))
  // i18n-ignore: the names of permissions
  const approve = permission('System', 'Integrations', 'approve')
  const mayApprove = can(approve)
  return (
    <>
      {mayApprove ? (
        <ProposalsSections />
      ) : (
        <p className="dim">
          {t('To see and decide proposals, you need the permission {permission}.', {
            permission: permissionText(approve),
          })}
        </p>
      )}
      {data ? (
        <>
          <BoundsSection data={data} mayChange={mayChange} />
          <ConnectSection url={data.url} issuer={data.issuer} />
        </>
      ) : (
        <SectionState error={error} onRetry={() => void refetch()} />
      )}
    </>
  )
}
