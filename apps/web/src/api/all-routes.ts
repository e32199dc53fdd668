import { routes } from '@steward/contract/calls/routes'
import { specifiedCalls } from '@steward/contract/calls/specified-calls'
import { knowRoutes } from './known-routes.ts'

// Imported for its effect by what lies behind the sign-in: the page before goes without.
knowRoutes(routes, specifiedCalls)
