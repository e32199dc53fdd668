import type { WorkerLimits } from '../../import/worker-reading.ts'

const megabyte = 1024 * 1024
const second = 1_000

/** What imports in the browser may take; times in milliseconds, sizes in bytes. */
export interface ImportLimits {
  /** Files of one person that wait to be imported. */
  filesAPerson: number
  /** Bytes of one person's files and reports. */
  bytesAPerson: number
  /** Bytes of everybody's files and reports in one data directory. */
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
  mostRows: number
  /** Bytes of a report of bad rows. */
  reportBytes: number
}

/** The limits of a server. */
export const importLimits: ImportLimits = {
  filesAPerson: 10,
  bytesAPerson: 1024 * megabyte,
  bytesInAll: 5 * 1024 * megabyte,
  uploadsAPerson: 2,
  idleMs: 3_600 * second,
  sweepMs: 3_600 * second,
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
  mostRows: 2_000_000,
  reportBytes: 50 * megabyte,
}
