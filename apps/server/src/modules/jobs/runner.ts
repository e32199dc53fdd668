import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { msg } from '@steward/i18n/reader'
import { say } from '@steward/i18n/sentence'
import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../../db/connection/connection.ts'
import { isOutage } from '../../http/errors.ts'
import { claimJob, endJob, freeJobs, type Lane, type OpenJob, releaseJob } from './running.store.ts'
import type { Step } from './work.ts'

export interface RunnerOptions {
  lane: Lane
  /** Works on a job for one turn, or until the signal. */
  work(job: OpenJob, runner: string, leaseMs: number, stopping: AbortSignal): Promise<Step>
  /** Cleans up; called once an hour. */
  tidy(): Promise<void>
  /** Whether no other process works on the database, so that all leases can be freed at the start. */
  alone: boolean
  logger: Pick<FastifyBaseLogger, 'error' | 'info'>
  /** How long a server that no longer responds keeps its job, in milliseconds. */
  leaseMs?: number
  /** How long a turn lasts while other jobs wait, in milliseconds. */
  turnMs?: number
  idleMs?: number
  /** How long to wait after a full disk or an unreachable database, in milliseconds. */
  outageMs?: number
}

/** After how many consecutive failures a job is stopped. */
const maxFailures = 5

/** After how many consecutive starts that crashed the process without progress a job is stopped. */
const maxStarts = 3

const hourMs = 3_600_000

/** Works on jobs in batches, each job in turn. */
export class JobRunner {
  readonly #db: Db
  readonly #options: Required<RunnerOptions>
  readonly #stopping = new AbortController()
  readonly #failures = new Map<string, number>()
  /** A job that could not be released because of an outage. */
  #unreleased: { id: string; runner: string } | undefined
  #waking = new AbortController()
  #running: Promise<void> | undefined
  #tidiedAt = Number.NEGATIVE_INFINITY

  constructor(db: Db, options: RunnerOptions) {
    this.#db = db
    this.#options = { leaseMs: 5_000, turnMs: 1_000, idleMs: 1_000, outageMs: 5_000, ...options }
  }

  start(): void {
    this.#running ??= this.#run()
  }

  kick(): void {
    this.#waking.abort()
  }

  /** Ends after the current batch and releases the job. */
  async stop(): Promise<void> {
    this.#stopping.abort()
    this.#waking.abort()
    await this.#running
  }

  get #stopped(): boolean {
    return this.#stopping.signal.aborted
  }

  async #run(): Promise<void> {
    let freed = !this.#options.alone
    while (!this.#stopped) {
      try {
        if (!freed) await freeJobs(this.#db, this.#options.lane)
        freed = true
        await this.#tidy()
        if (!(await this.#takeTurn())) await this.#idle(this.#options.idleMs)
      } catch (error) {
        this.#options.logger.error({ err: error }, 'jobs can’t be worked on')
        await this.#idle(this.#options.idleMs * 5)
      }
    }
  }

  /** Works on the next job for one turn; returns whether there was one. */
  async #takeTurn(): Promise<boolean> {
    const { lane, leaseMs, turnMs, work } = this.#options
    // Release it first, or the start that an outage ended would count as a crash.
    if (this.#unreleased) await this.#waitOut(this.#unreleased)
    const runner = randomUUID()
    const job = await claimJob(this.#db, runner, leaseMs, lane)
    if (!job) return false
    if (job.starts_without_progress > maxStarts) {
      this.#options.logger.error({ job: job.id }, 'a job ends its server; it is stopped')
      const reason = say(
        'The server stopped {times, plural, one {# time} other {# times}} while working on this without making progress. What is done stays done; you can resume the rest.',
        { times: maxStarts },
      )
      await endJob(this.#db, job.id, runner, 'stopped', reason)
      return true
    }
    const until = performance.now() + turnMs
    try {
      while (!this.#stopped && performance.now() < until) {
        const step = await work(job, runner, leaseMs, this.#stopping.signal)
        this.#failures.delete(job.id)
        if (step !== 'more') return true
        // Let other users of the database run between two batches.
        await wait(1)
      }
      await releaseJob(this.#db, job.id, runner)
    } catch (error) {
      await this.#noteFailure(job, runner, error)
    }
    return true
  }

  async #noteFailure(job: OpenJob, runner: string, error: unknown): Promise<void> {
    if (isOutage(error)) {
      this.#options.logger.error({ err: error, job: job.id }, 'a job waits until an outage is over')
      await this.#waitOut({ id: job.id, runner })
      return
    }
    const failures = (this.#failures.get(job.id) ?? 0) + 1
    this.#options.logger.error({ err: error, job: job.id, failures }, 'a batch of a job failed')
    if (failures >= maxFailures) {
      this.#failures.delete(job.id)
      const reason = msg(
        'Something kept going wrong on the server. It has been logged. What is done stays done; you can resume the rest.',
      )
      await endJob(this.#db, job.id, runner, 'stopped', reason)
    } else {
      this.#failures.set(job.id, failures)
      await releaseJob(this.#db, job.id, runner, 2 ** failures * 100)
    }
  }

  /** Releases a job for a while; where that fails, it is tried again before the next job. */
  async #waitOut(held: { id: string; runner: string }): Promise<void> {
    this.#unreleased = held
    await releaseJob(this.#db, held.id, held.runner, this.#options.outageMs)
    this.#unreleased = undefined
  }

  async #tidy(): Promise<void> {
    if (performance.now() - this.#tidiedAt < hourMs) return
    this.#tidiedAt = performance.now()
    await this.#options.tidy()
  }

  async #idle(ms: number): Promise<void> {
    if (this.#stopped) return
    this.#waking = new AbortController()
    await wait(ms, undefined, { signal: this.#waking.signal, ref: false }).catch(() => {})
  }
}
