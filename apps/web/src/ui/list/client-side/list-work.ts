export { holdsUnmatched, ignoredIn } from './detect-ignored-params.ts'
export { finish, listLocally } from './list-locally.ts'
