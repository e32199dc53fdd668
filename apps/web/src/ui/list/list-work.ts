export { holdsUnmatched, ignoredIn } from './list-ignored.ts'
export { finish, listLocally } from './list-locally.ts'
