import { Failure } from '../../http/failure.ts'

/** What may be prepared of snapshots. */
export interface SnapshotLimits {
  /** Changed records of one snapshot at the most. */
  changed: number
  /** Snapshots at the most, and changed records of all of them. */
  kept: number
  keptChanged: number
  /** Milliseconds after which one that nobody looks at is forgotten. */
  idleMs: number
  /** Snapshots that wait at the most while one is prepared. */
  waiting: number
  /** Moments that one person may look at at once. */
  moments: number
  /** Milliseconds to which moments are rounded down, so that those who mean the same share what is prepared. */
  resolutionMs: number
}

export const snapshotLimits: SnapshotLimits = {
  changed: 500_000,
  kept: 16,
  keptChanged: 1_000_000,
  idleMs: 10 * 60_000,
  waiting: 60,
  moments: 2,
  resolutionMs: 1_000,
}

/** Says that too many look at the past just now. */
export const busy = (): Failure =>
  new Failure(
    'not_ready',
    'The server is busy preparing earlier versions for others. Please try again in a moment.',
    { retryAfter: 10 },
  )

/** Says that one person looks at too many moments at once. */
export const tooManyMoments = (moments: number): Failure =>
  new Failure(
    'too_many',
    `You are already looking at ${moments} times in the past. Wait until they have loaded, then try again.`,
    { retryAfter: 5 },
  )

/** Says that too much has changed since a moment. */
export function tooMuch(max: number): Failure {
  const msg = `is too far back: more than ${max.toLocaleString('en')} records of this list have changed since`
  return new Failure('invalid', `Please check: asOf ${msg}.`, { errors: [{ path: 'asOf', msg }] })
}
