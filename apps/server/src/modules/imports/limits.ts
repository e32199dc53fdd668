import type { WorkerLimits } from '../../import/thread/thread.ts'

const megabyte = 1024 * 1024
const second = 1_000
const hour = 3_600 * second
const heapMegabytes = 256

const preview: WorkerLimits = {
  heapMegabytes,
  startMs: 30 * second,
  stallMs: 10 * second,
  totalMs: 10 * second,
}

const job: WorkerLimits = { heapMegabytes, startMs: 60 * second, stallMs: 60 * second }

/** What imports in the browser may take; times in milliseconds, sizes in bytes. */
export const importLimits = {
  filesAPerson: 10,
  /** Of files and reports, of one person and of everybody in one data directory. */
  bytesAPerson: 1024 * megabyte,
  bytesInAll: 5 * 1024 * megabyte,
  uploadsAPerson: 2,
  /** After so long without a job, a file is removed where its person has too many. */
  idleMs: hour,
  /** Age of leftovers without a record that are swept. */
  sweepMs: hour,
  /** Previews read at the same time, and waiting, of all and of one person. */
  previewsAtOnce: 2,
  previewsWaiting: 20,
  previewsAPerson: 3,
  preview,
  job,
  maxRows: 2_000_000,
  reportBytes: 50 * megabyte,
}

export type ImportLimits = typeof importLimits
