import { areas } from '@steward/contract/areas/areas'
import {
  checkAccounts,
  checkCors,
  checkDetails,
  checkLogout,
  checkOwnReads,
  checkOwnWrites,
  checkReads,
  checkRefusals,
} from './calls.ts'
import { type Check, startCheck, type Wanted } from './check.ts'
import { checkLists } from './lists.ts'
import { findScreens } from './screens.ts'
import { signIn } from './sign-in.ts'
import { checkWrites, clearMade, madeAreas } from './writes.ts'

export type Result = Awaited<ReturnType<typeof checkServer>>

/** Checks a server and deletes the records that it made there; throws NoSession. */
export async function checkServer(wanted: Wanted) {
  const { stop } = wanted
  const check = startCheck(wanted)
  let interrupted = false
  let left: string[] = []
  await signIn(check)
  try {
    await makeSteps(check)
  } catch (error) {
    if (!stop.aborted || error !== stop.reason) throw error
    interrupted = true
  } finally {
    // Deletes them also after Ctrl-C, or if the server had stopped answering.
    check.client.insists = true
    left = await clearMade(check)
    await checkLogout(check)
  }
  return {
    ...check,
    screens: findScreens(check),
    /** How many records the check made and deleted again. */
    deleted: check.made.filter(({ gone, id }) => gone && id !== null).length,
    /** The records that could not be deleted, a line each. */
    left,
    /** Whether the person interrupted the check. */
    interrupted,
  }
}

async function makeSteps(check: Check): Promise<void> {
  const { origin, writes } = check
  const step = async (words: string, work: (check: Check) => Promise<void>) => {
    check.onStep(words)
    await work(check)
  }
  await step('dashboard and permissions', checkReads)
  await step('lists', checkLists)
  await step('one user', checkDetails)
  await step('refusals', checkRefusals)
  if (origin !== undefined) await step('CORS', () => checkCors(check, origin))
  await step('what stands beside the specification', checkOwnReads)
  if (!writes) return
  for (const area of madeAreas) await step(areas[area].many, () => checkWrites(check, area))
  await step('passwords', checkAccounts)
  await step('what stands beside the specification', checkOwnWrites)
}
