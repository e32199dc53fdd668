import { randomBytes } from 'node:crypto'
import { areas } from '@steward/contract/areas/areas'
import {
  checkAccounts,
  checkDetails,
  checkLogout,
  checkOwnReads,
  checkOwnWrites,
  checkReads,
  checkRefusals,
} from './calls.ts'
import type { Check, Wanted } from './check.ts'
import { Client, Interrupted } from './client.ts'
import { checkCors } from './cors.ts'
import { Findings } from './findings.ts'
import { checkLists } from './lists.ts'
import { findScreens, type ScreenFinding } from './screens.ts'
import { signIn } from './sign-in.ts'
import { checkWrites, clearMade, madeAreas } from './writes.ts'

export interface Result extends Pick<Check, 'base' | 'findings' | 'lists' | 'writes' | 'mark'> {
  screens: ScreenFinding[]
  /** How many records the check made and deleted again. */
  deleted: number
  /** The records that could not be deleted, a line each. */
  left: string[]
  /** Whether the person interrupted the check. */
  interrupted: boolean
}

/** Checks a server and deletes the records that it made there; throws NoSession. */
export async function checkServer(wanted: Wanted): Promise<Result> {
  const { base, credentials, bounds, stop } = wanted
  const session = { token: '' }
  const check: Check = {
    ...wanted,
    client: new Client(base, bounds, stop),
    findings: new Findings(() => [session.token, credentials.password]),
    session,
    mark: randomBytes(4).toString('hex'),
    made: [],
    seen: new Map(),
    lists: new Map(),
    granted: null,
  }
  let interrupted = false
  let left: string[] = []
  await signIn(check)
  try {
    for (const [words, step] of steps(wanted)) {
      check.onStep(words)
      await step(check)
    }
  } catch (error) {
    if (!(error instanceof Interrupted)) throw error
    interrupted = true
  } finally {
    // Deletes them also after Ctrl-C, or if the server had stopped answering.
    check.client.insist()
    left = await clearMade(check)
    await checkLogout(check)
  }
  const deleted = check.made.filter(({ gone, id }) => gone && id !== null).length
  const { findings, lists, writes, mark } = check
  const screens = findScreens(check)
  return { findings, lists, writes, mark, base, screens, deleted, left, interrupted }
}

type Step = readonly [string, (check: Check) => Promise<void>]

const steps = ({ writes, origin }: Wanted): Step[] => [
  ['dashboard and permissions', checkReads],
  ['lists', checkLists],
  ['one user', checkDetails],
  ['refusals', checkRefusals],
  ...(origin === undefined
    ? []
    : [['CORS', (check) => checkCors(check, origin)] as const satisfies Step]),
  ['what stands beside the specification', checkOwnReads],
  ...(writes ? writingSteps : []),
]

const writingSteps: readonly Step[] = [
  ...madeAreas.map((area): Step => [areas[area].many, (check) => checkWrites(check, area)]),
  ['passwords', checkAccounts],
  ['what stands beside the specification', checkOwnWrites],
]
