import type { z } from 'zod'
import { accountsEndpoints } from './accounts.ts'
import { auditLogEndpoints } from './audit-log.ts'
import { billsEndpoints } from './bills.ts'
import { categoriesEndpoints } from './categories.ts'
import { dashboardEndpoints } from './dashboard.ts'
import type { Endpoint } from './endpoint.ts'
import { eventsEndpoints } from './events.ts'
import { exportsEndpoints } from './exports.ts'
import { importsEndpoints } from './imports.ts'
import { jobsEndpoints } from './jobs.ts'
import { liveEndpoints } from './live.ts'
import { permissionsEndpoints } from './permissions.endpoints.ts'
import { pollsEndpoints } from './polls.ts'
import { postsEndpoints } from './posts.ts'
import { profileEndpoints } from './profile.ts'
import { rolesEndpoints } from './roles.ts'
import type { EndpointName } from './routes.ts'
import { savedViewsEndpoints } from './saved-views.ts'
import { searchEndpoints } from './search.ts'
import { secondFactorEndpoints } from './second-factor.ts'
import { sessionEndpoints } from './session.ts'
import { shoppingPostsEndpoints } from './shopping-posts.ts'
import { tasksEndpoints } from './tasks.ts'
import { trashEndpoints } from './trash.ts'
import { usersEndpoints } from './users.ts'

/** Every call that is served: routes, permissions and schemas. */
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
  ...searchEndpoints,
} as const satisfies Record<EndpointName, Endpoint>

type Endpoints = typeof endpoints
type Part<N extends EndpointName, K extends string> = Endpoints[N] extends { [key in K]: infer T }
  ? T
  : undefined
type Output<T> = T extends z.ZodType ? z.output<T> : undefined
type Input<T> = T extends z.ZodType ? z.input<T> : undefined

/** The parameters of a call's path. */
export type ParamsOf<N extends EndpointName> = Output<Part<N, 'params'>>
/** The checked query of a call, as its handler gets it. */
export type QueryOf<N extends EndpointName> = Output<Part<N, 'query'>>
/** The checked body of a call, as its handler gets it. */
export type BodyOf<N extends EndpointName> = Output<Part<N, 'body'>>
/** The query of a call, as a client sends it. */
export type QuerySent<N extends EndpointName> = Input<Part<N, 'query'>>
/** The body of a call, as a client sends it. */
export type BodySent<N extends EndpointName> = Input<Part<N, 'body'>>
/** The names of the fields of a call that are files. */
export type FilesOf<N extends EndpointName> = Endpoints[N] extends { files: readonly (infer F)[] }
  ? F
  : never
/** What stands under `data` in a call's answer. */
export type DataOf<N extends EndpointName> = Output<Part<N, 'data'>>
/** What stands beside `data` in a call's answer. */
export type BesideOf<N extends EndpointName> =
  Part<N, 'beside'> extends infer B extends z.ZodRawShape
    ? { [key in keyof B]: z.output<B[key]> }
    : unknown
/** A call's whole successful answer. */
export type AnswerOf<N extends EndpointName> = { message: string; data: DataOf<N> } & BesideOf<N>
