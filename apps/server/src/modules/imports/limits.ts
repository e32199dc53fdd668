import type { WorkerLimits } from '../../import/thread/thread.ts'

const megabyte = 1024 * 1024
const second = 1_000
const hour = 3_600 * second

/** What imports in the browser may take; times in milliseconds, sizes in bytes. */
export interface ImportLimits {
  /** Files of one person that wait to be imported. */
  filesAPerson: number
  /** Of files and reports, of one person and of everybody in one data directory. */
  bytesAPerson: number
  bytesInAll: number
  /** Uploads of one person at the same time. */
  uploadsAPerson: number
  /** After so long without a job, a file makes room where its person has too many. */
  idleMs: number
  /** What belongs to no file any more is swept when it is so old. */
  sweepMs: number
  /** Previews that are read at the same time, and that wait for that, of all and of one person. */
  previewsAtOnce: number
  previewsWaiting: number
  previewsAPerson: number
  /** How a preview and a job may read. */
  preview: WorkerLimits
  job: WorkerLimits
  /** Rows of a file. */
  maxRows: number
  /** Of a report of bad rows. */
  reportBytes: number
}

/** The limits of a server. */
export const importLimits: ImportLimits = {
  filesAPerson: 10,
  bytesAPerson: 1024 * megabyte,
  bytesInAll: 5 * 1024 * megabyte,
  uploadsAPerson: 2,
  idleMs: hour,
  sweepMs: hour,
  previewsAtOnce: 2,
  previewsWaiting: 20,
  previewsAPerson: 3,
  preview: {
    heapMegabytes: 256,
    startMs: 30 * second,
    stallMs: 10 * second,
    totalMs: 10 * second,
  },
  job: { heapMegabytes: 256, startMs: 60 * second, stallMs: 60 * second },
  maxRows: 2_000_000,
  reportBytes: 50 * megabyte,
}
