import type { EndpointName } from '@steward/contract/calls/routes'
import { contentHandlers } from './areas.ts'
import { preparedCalls } from './http/direct-call.ts'
import type { Handlers } from './http/handler.ts'
import { accessReviewHandlers } from './modules/access-review/access-review.routes.ts'
import { approvalsHandlers } from './modules/accounts/approvals.routes.ts'
import { clearSecondFactorHandlers } from './modules/accounts/clear-second-factor.routes.ts'
import { passwordResetHandlers } from './modules/accounts/password-reset.routes.ts'
import { registrationHandlers } from './modules/accounts/registration.routes.ts'
import { auditLogHandlers } from './modules/audit-log/audit-log.routes.ts'
import { changesHandlers } from './modules/changes/changes.routes.ts'
import { consentsHandlers } from './modules/consents/consents.routes.ts'
import { dashboardHandlers } from './modules/dashboard/dashboard.routes.ts'
import { exportsHandlers } from './modules/exports/exports.routes.ts'
import { identityProvidersHandlers } from './modules/identity-providers/identity-providers.routes.ts'
import type { ImportContext } from './modules/imports/import-files.ts'
import { importsHandlers } from './modules/imports/imports.routes.ts'
import { jobsHandlers } from './modules/jobs/jobs.routes.ts'
import { startUndoJobs } from './modules/jobs/undo-jobs.ts'
import { liveHandlers } from './modules/live/live.routes.ts'
import type { LiveHub } from './modules/live/live-hub.ts'
import { loansHandlers } from './modules/loans/loans.routes.ts'
import { temporaryRolesHandlers } from './modules/loans/temporary-roles.routes.ts'
import { openidHandlers } from './modules/openid/openid.routes.ts'
import { decisionsHandlers } from './modules/post-decisions/decisions.routes.ts'
import { privacyHandlers } from './modules/privacy/privacy.routes.ts'
import { findRetention, type RetentionRun } from './modules/privacy/retention-settings.store.ts'
import type { ErasureContext } from './modules/privacy/steps.ts'
import { profileHandlers } from './modules/profile/profile.routes.ts'
import { agentBoundsHandlers, proposalsHandlers } from './modules/proposals/proposals.routes.ts'
import { roleReplayHandlers } from './modules/role-replay/role-replay.routes.ts'
import { permissionsHandlers } from './modules/roles/permissions.routes.ts'
import { rolesHandlers } from './modules/roles/roles.routes.ts'
import { savedViewsHandlers } from './modules/saved-views/saved-views.routes.ts'
import { provisioningHandlers } from './modules/scim/provisioning/provisioning.routes.ts'
import { searchHandlers } from './modules/search/search.routes.ts'
import { secondFactorHandlers } from './modules/second-factor/second-factor.routes.ts'
import { serviceAccountsHandlers } from './modules/service-accounts/service-accounts.routes.ts'
import { sessionHandlers } from './modules/sign-in/session.routes.ts'
import { usersHandlers } from './modules/users/users.routes.ts'
import { webhooksHandlers } from './modules/webhooks/webhooks.routes.ts'
import { wordsHandlers } from './modules/words/words.routes.ts'
import type { Services } from './services.ts'

/** What some handlers work with beside the services. */
interface Further {
  imports: ImportContext
  erasures: ErasureContext
  retention: RetentionRun
  live: LiveHub
  /** Whether this process alone reports changes. */
  alone: boolean
}

/** The handlers of all calls: every module that answers one is named here. */
export function allHandlers(
  services: Services,
  { imports, erasures, retention, live, alone }: Further,
): Handlers<EndpointName> {
  const handlers: Handlers<EndpointName> = {
    ...sessionHandlers(services),
    ...registrationHandlers(services),
    ...passwordResetHandlers(services),
    ...approvalsHandlers(services),
    ...clearSecondFactorHandlers(services),
    ...profileHandlers(services),
    ...secondFactorHandlers(services),
    ...permissionsHandlers(services.db),
    ...dashboardHandlers(services),
    ...rolesHandlers(services),
    ...roleReplayHandlers(services),
    ...usersHandlers(services),
    ...contentHandlers(services),
    ...jobsHandlers(services),
    ...importsHandlers(services, imports),
    ...exportsHandlers(services),
    ...liveHandlers(services, live, alone),
    ...auditLogHandlers(services, startUndoJobs),
    ...decisionsHandlers(services),
    'trash.settings': async () => ({
      data: { days: (await findRetention(services.db, retention.usual)).days.trash ?? 0 },
    }),
    ...savedViewsHandlers(services.db),
    ...searchHandlers(services),
    ...wordsHandlers(services),
    ...webhooksHandlers(services),
    ...identityProvidersHandlers(services),
    ...provisioningHandlers(services),
    ...openidHandlers(services),
    ...serviceAccountsHandlers(services),
    ...changesHandlers(services),
    ...proposalsHandlers(services),
    ...loansHandlers(services),
    ...temporaryRolesHandlers(services),
    ...privacyHandlers(services, erasures, retention),
    ...agentBoundsHandlers(services),
    ...accessReviewHandlers(services),
    ...consentsHandlers(services, (...asked) => preparedCalls(handlers)(...asked)),
  }
  return handlers
}
