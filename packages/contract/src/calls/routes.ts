import { accessReviewRoutes } from '../access-review/access-review.routes.ts'
import { accountsRoutes } from '../accounts/accounts.routes.ts'
import { profileRoutes } from '../accounts/profile.routes.ts'
import { secondFactorRoutes } from '../accounts/second-factor.routes.ts'
import { sessionRoutes } from '../accounts/session.routes.ts'
import { areaParts } from '../areas/area-parts.ts'
import { auditLogRoutes } from '../audit-log/audit-log.routes.ts'
import { changesRoutes } from '../changes/changes.routes.ts'
import { consentsRoutes } from '../consents/consents.routes.ts'
import { dashboardRoutes } from '../dashboard/dashboard.routes.ts'
import { exportsRoutes } from '../exports/exports.routes.ts'
import { identityProvidersRoutes } from '../identity-providers/identity-providers.routes.ts'
import { openidRoutes } from '../identity-providers/openid.routes.ts'
import { importsRoutes } from '../imports/imports.routes.ts'
import { jobsRoutes } from '../jobs/jobs.routes.ts'
import { liveRoutes } from '../live/live.routes.ts'
import { loansRoutes } from '../loans/loans.routes.ts'
import { permissionsRoutes } from '../permissions/permissions.routes.ts'
import { privacyRoutes } from '../privacy/privacy.routes.ts'
import { proposalsRoutes } from '../proposals/proposals.routes.ts'
import { provisioningRoutes } from '../provisioning/provisioning.routes.ts'
import { savedViewsRoutes } from '../saved-views/saved-views.routes.ts'
import { searchRoutes } from '../search/search.routes.ts'
import { serviceAccountsRoutes } from '../service-accounts/service-accounts.routes.ts'
import { trashRoutes } from '../trash-settings/trash-settings.routes.ts'
import { webhooksRoutes } from '../webhooks/webhooks.routes.ts'
import { wordsRoutes } from '../words/words.routes.ts'

type PartsOf = (typeof areaParts)[keyof typeof areaParts]['routes']
/** The intersection of the types of a union. */
type Together<T> = (T extends unknown ? (of: T) => void : never) extends (of: infer All) => void
  ? All
  : never

const ofAreas = Object.assign(
  {},
  ...Object.values(areaParts).map(({ routes }) => routes),
) as Together<PartsOf>

/** The routes of all calls, without schemas. */
export const routes = {
  ...sessionRoutes,
  ...accountsRoutes,
  ...profileRoutes,
  ...secondFactorRoutes,
  ...permissionsRoutes,
  ...dashboardRoutes,
  ...ofAreas,
  ...jobsRoutes,
  ...exportsRoutes,
  ...importsRoutes,
  ...auditLogRoutes,
  ...liveRoutes,
  ...trashRoutes,
  ...savedViewsRoutes,
  ...searchRoutes,
  ...wordsRoutes,
  ...loansRoutes,
  ...proposalsRoutes,
  ...consentsRoutes,
  ...privacyRoutes,
  ...serviceAccountsRoutes,
  ...changesRoutes,
  ...webhooksRoutes,
  ...identityProvidersRoutes,
  ...provisioningRoutes,
  ...openidRoutes,
  ...accessReviewRoutes,
} as const

export type EndpointName = keyof typeof routes
