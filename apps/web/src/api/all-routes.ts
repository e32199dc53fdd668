import { routes } from '@steward/contract/routes'
import { specifiedCalls } from '@steward/contract/specified-calls'
import { knowRoutes } from './known-routes.ts'

// Imported for its effect by what lies behind the sign-in: the page before goes without.
knowRoutes(routes, specifiedCalls)
