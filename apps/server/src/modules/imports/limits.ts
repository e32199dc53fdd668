import type { WorkerLimits } from '../../importer/thread/thread.ts'

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

const count: WorkerLimits = { ...preview, totalMs: 60 * second }

const job: WorkerLimits = { heapMegabytes, startMs: 60 * second, stallMs: 60 * second }

/** What imports in the browser may take; times in milliseconds, sizes in bytes. */
export const importLimits = {
  filesAPerson: 10,
  /** The total size of files and reports, of one person and of all in one data directory. */
  bytesAPerson: 1024 * megabyte,
  bytesInAll: 5 * 1024 * megabyte,
  uploadsAPerson: 2,
  /** The time without a job after which a file is removed if its person has too many. */
  idleMs: hour,
  /** The age at which files without a record are deleted. */
  sweepMs: hour,
  /** How many previews may be read at the same time, may wait, and may belong to one person. */
  previewsAtOnce: 2,
  previewsWaiting: 20,
  previewsAPerson: 3,
  preview,
  count,
  job,
  maxRows: 2_000_000,
  reportBytes: 50 * megabyte,
}

export type ImportLimits = typeof importLimits
