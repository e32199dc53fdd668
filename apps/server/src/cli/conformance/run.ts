import { randomBytes } from 'node:crypto'
import { checkAccounts, checkLogout } from './account-checks.ts'
import { checkCategoryWrites } from './category-writes.ts'
import type { Check } from './check.ts'
import { type Bounds, Interrupted, openClient } from './client.ts'
import { checkCors } from './cors.ts'
import { openFindings } from './findings.ts'
import { checkDetails, checkReads, checkRefusals } from './general.ts'
import { checkLists } from './lists.ts'
import { openMade } from './made.ts'
import { checkOwnReads, checkOwnWrites } from './own-calls.ts'
import { checkRoleWrites } from './role-writes.ts'
import { findScreens, type ScreenFinding } from './screen-findings.ts'
import { type Credentials, signIn } from './sign-in.ts'
import { checkUserWrites } from './user-writes.ts'
import type { WebConfig } from './web-config.ts'

/** What a check is asked to do. */
export interface Wanted {
  /** The address of the API. */
  base: string
  credentials: Credentials
  config: WebConfig
  writes: boolean
  /** Where the web app is to stand, if elsewhere than the server. */
  origin: string | undefined
  bounds: Bounds
  /** Aborted once the person has asked to stop. */
  stop: AbortSignal
  onStep: (words: string) => void
}

/** All that was found. */
export interface Result extends Pick<Check, 'findings' | 'lists' | 'writes' | 'mark'> {
  base: string
  screens: ScreenFinding[]
  /** How many records were made and deleted again. */
  deleted: number
  /** What was made and could not be deleted, a line each. */
  left: string[]
  /** Whether the person asked to stop before its end. */
  interrupted: boolean
}

/**
 * Conformance: walks a server by the calls of the contract. Whatever it makes is deleted however it ends.
 * @throws {NoSession} where it can't be reached or signed in to
 */
export async function checkServer(wanted: Wanted): Promise<Result> {
  const { base, bounds, stop, config, writes, onStep } = wanted
  const session = { token: '' }
  const check: Check = {
    client: openClient(base, bounds, stop),
    config,
    findings: openFindings(() => [session.token, wanted.credentials.password]),
    session,
    writes,
    mark: randomBytes(4).toString('hex'),
    made: openMade(),
    seen: new Map(),
    lists: new Map(),
    granted: null,
  }
  let interrupted = false
  let left: string[] = []
  await signIn(check, wanted.credentials)
  try {
    for (const [words, step] of steps(wanted)) {
      onStep(words)
      await step(check)
    }
  } catch (error) {
    if (!(error instanceof Interrupted)) throw error
    interrupted = true
  } finally {
    // Now also against a server that had stopped answering, and after Ctrl-C.
    check.client.insist()
    left = await check.made.clear()
    await checkLogout(check)
  }
  const deleted = check.made.all.filter(({ gone, id }) => gone && id !== null).length
  const { findings, lists, mark } = check
  return {
    findings,
    lists,
    writes,
    mark,
    base,
    screens: findScreens(check),
    deleted,
    left,
    interrupted,
  }
}

type Step = readonly [string, (check: Check) => Promise<void>]

const steps = ({ writes, origin }: Wanted): Step[] => [
  ['dashboard and permissions', checkReads],
  ['lists', checkLists],
  ['one user', checkDetails],
  ['refusals', checkRefusals],
  ...(origin === undefined ? [] : [['CORS', (check) => checkCors(check, origin)] satisfies Step]),
  ['what stands beside the specification', checkOwnReads],
  ...(writes
    ? ([
        ['roles', checkRoleWrites],
        ['categories', checkCategoryWrites],
        ['users', checkUserWrites],
        ['passwords', checkAccounts],
        ['what stands beside the specification', checkOwnWrites],
      ] satisfies Step[])
    : []),
]
