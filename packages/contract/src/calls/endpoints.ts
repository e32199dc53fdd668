import type { z } from 'zod'
import { accessReviewEndpoints } from '../access-review/access-review.ts'
import { accountsEndpoints } from '../accounts/accounts.ts'
import { profileEndpoints } from '../accounts/profile.ts'
import { secondFactorEndpoints } from '../accounts/second-factor.ts'
import { sessionEndpoints } from '../accounts/session.ts'
import { auditLogEndpoints } from '../audit-log/audit-log.ts'
import { billsEndpoints } from '../bills/bills.ts'
import { categoriesEndpoints } from '../categories/categories.ts'
import { changesEndpoints } from '../changes/changes.ts'
import { consentsEndpoints } from '../consents/consents.ts'
import { dashboardEndpoints } from '../dashboard/dashboard.ts'
import { eventsEndpoints } from '../events/events.ts'
import { exportsEndpoints } from '../exports/exports.ts'
import { identityProvidersEndpoints } from '../identity-providers/identity-providers.ts'
import { openidEndpoints } from '../identity-providers/openid.ts'
import { importsEndpoints } from '../imports/imports.ts'
import { jobsEndpoints } from '../jobs/jobs.ts'
import { liveEndpoints } from '../live/live.ts'
import { loansEndpoints } from '../loans/loans.ts'
import { permissionsEndpoints } from '../permissions/permissions.endpoints.ts'
import { pollsEndpoints } from '../polls/polls.ts'
import { postsEndpoints } from '../posts/posts.ts'
import { privacyEndpoints } from '../privacy/privacy.ts'
import { proposalsEndpoints } from '../proposals/proposals.ts'
import { provisioningEndpoints } from '../provisioning/provisioning.ts'
import { rolesEndpoints } from '../roles/roles.ts'
import { savedViewsEndpoints } from '../saved-views/saved-views.ts'
import { searchEndpoints } from '../search/search.ts'
import { serviceAccountsEndpoints } from '../service-accounts/service-accounts.ts'
import { shoppingPostsEndpoints } from '../shopping-posts/shopping-posts.ts'
import { tasksEndpoints } from '../tasks/tasks.ts'
import { trashEndpoints } from '../trash-settings/trash-settings.ts'
import { usersEndpoints } from '../users/users.ts'
import { webhooksEndpoints } from '../webhooks/webhooks.ts'
import { wordsEndpoints } from '../words/words.ts'
import type { Endpoint } from './endpoint.ts'
import type { Translatable } from './errors.ts'
import type { EndpointName } from './routes.ts'

export const endpoints = {
  ...sessionEndpoints,
  ...accountsEndpoints,
  ...profileEndpoints,
  ...secondFactorEndpoints,
  ...permissionsEndpoints,
  ...dashboardEndpoints,
  ...rolesEndpoints,
  ...usersEndpoints,
  ...eventsEndpoints,
  ...pollsEndpoints,
  ...tasksEndpoints,
  ...billsEndpoints,
  ...postsEndpoints,
  ...categoriesEndpoints,
  ...shoppingPostsEndpoints,
  ...jobsEndpoints,
  ...exportsEndpoints,
  ...importsEndpoints,
  ...auditLogEndpoints,
  ...liveEndpoints,
  ...trashEndpoints,
  ...savedViewsEndpoints,
  ...wordsEndpoints,
  ...webhooksEndpoints,
  ...searchEndpoints,
  ...serviceAccountsEndpoints,
  ...changesEndpoints,
  ...loansEndpoints,
  ...proposalsEndpoints,
  ...consentsEndpoints,
  ...privacyEndpoints,
  ...identityProvidersEndpoints,
  ...provisioningEndpoints,
  ...openidEndpoints,
  ...accessReviewEndpoints,
} as const satisfies Record<EndpointName, Endpoint>

type Endpoints = typeof endpoints
type Part<N extends EndpointName, K extends string> = Endpoints[N] extends { [key in K]: infer T }
  ? T
  : undefined
type Output<T> = T extends z.ZodType ? z.output<T> : undefined
type Input<T> = T extends z.ZodType ? z.input<T> : undefined

export type ParamsOf<N extends EndpointName> = Output<Part<N, 'params'>>
/** The query of a call, after the schema has checked it. */
export type QueryOf<N extends EndpointName> = Output<Part<N, 'query'>>
/** The body of a call, after the schema has checked it. */
export type BodyOf<N extends EndpointName> = Output<Part<N, 'body'>>
/** The query of a call as a client sends it. */
export type QuerySent<N extends EndpointName> = Input<Part<N, 'query'>>
/** The body of a call as a client sends it. */
export type BodySent<N extends EndpointName> = Input<Part<N, 'body'>>
export type FilesOf<N extends EndpointName> = Endpoints[N] extends { files: readonly (infer F)[] }
  ? F
  : never
export type DataOf<N extends EndpointName> = Output<Part<N, 'data'>>
export type OtherFieldsOf<N extends EndpointName> =
  Part<N, 'otherFields'> extends infer B extends z.ZodRawShape
    ? { [key in keyof B]: z.output<B[key]> }
    : unknown
export type AnswerOf<N extends EndpointName> = Translatable & {
  message: string
  data: DataOf<N>
} & OtherFieldsOf<N>
