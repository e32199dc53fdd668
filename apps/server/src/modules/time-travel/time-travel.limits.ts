import { say } from '@steward/i18n/sentence'
import { Failure, invalidField } from '../../http/failure.ts'

export const snapshotLimits = {
  changed: 500_000,
  kept: 16,
  keptChanged: 1_000_000,
  /** The milliseconds until an unused snapshot is deleted. */
  idleMs: 10 * 60_000,
  waiting: 60,
  moments: 2,
  /** The milliseconds to which moments are rounded down, so that requests share snapshots. */
  resolutionMs: 1_000,
}
export type SnapshotLimits = typeof snapshotLimits

export const busy = (): Failure =>
  new Failure(
    'not_ready',
    'The server is busy preparing earlier versions for others. Please try again in a moment.',
    { retryAfter: 10 },
  )

export const tooManyMoments = (moments: number): Failure =>
  new Failure(
    'too_many',
    say(
      'You are already looking at {count} times in the past. Wait until they have loaded, then try again.',
      { count: moments },
    ),
    { retryAfter: 5 },
  )

export function tooMuch(max: number): Failure {
  return invalidField(
    'asOf',
    say('is too far back: more than {max} records of this list have changed since', { max }),
  )
}
