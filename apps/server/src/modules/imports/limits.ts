import type { WorkerLimits } from '../../import/thread/thread.ts'

const megabyte = 1024 * 1024
const second = 1_000
const hour = 3_600 * second
const heapMegabytes = 256

/** How a preview may read. */
const preview: WorkerLimits = {
  heapMegabytes,
  startMs: 30 * second,
  stallMs: 10 * second,
  totalMs: 10 * second,
}

/** How a job may read. */
const job: WorkerLimits = { heapMegabytes, startMs: 60 * second, stallMs: 60 * second }

/** What imports in the browser may take; times in milliseconds, sizes in bytes. */
export const importLimits = {
  /** Files of one person that wait to be imported. */
  filesAPerson: 10,
  /** Of files and reports, of one person and of everybody in one data directory. */
  bytesAPerson: 1024 * megabyte,
  bytesInAll: 5 * 1024 * megabyte,
  /** Uploads of one person at the same time. */
  uploadsAPerson: 2,
  /** After so long without a job, a file makes room where its person has too many. */
  idleMs: hour,
  /** What belongs to no file any more is swept when it is so old. */
  sweepMs: hour,
  /** Previews that are read at the same time, and that wait for that, of all and of one person. */
  previewsAtOnce: 2,
  previewsWaiting: 20,
  previewsAPerson: 3,
  preview,
  job,
  /** Rows of a file. */
  maxRows: 2_000_000,
  /** Of a report of bad rows. */
  reportBytes: 50 * megabyte,
}

export type ImportLimits = typeof importLimits
