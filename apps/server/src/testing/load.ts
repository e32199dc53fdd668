import type { EndpointName } from '@steward/contract/calls/routes'
import {
  isLost,
  type LoadAnswer,
  type LoadCall,
  type LoadFigures,
  type LoadTarget,
  loadClient,
} from './load-client.ts'

/** One change that a client asked for. */
export interface SentChange {
  does: 'create' | 'edit' | 'delete' | 'restore'
  /** Text that no other change gives to a record; the `_id` where it is deleted or restored. */
  marker: string
  /** Whether it was answered with success. */
  acknowledged: boolean
}

/** Something that begins a job: what it is about, and the job where it was acknowledged. */
export interface SentJob {
  /** `_id`s of posts that are deleted, or titles of tasks that are imported. */
  about: readonly string[]
  job: string | undefined
  acknowledged: boolean
}

/** A job about posts that a job before it has deleted: they go for good, or its undo restores them. */
export interface SentFollowUp extends SentJob {
  does: 'purge' | 'restore'
}

/** What clients have asked for so far. */
export interface Load {
  changes: SentChange[]
  deletions: SentJob[]
  followUps: SentFollowUp[]
  imports: SentJob[]
  /** Refusals that none of these requests should have met. */
  refusals: string[]
  figures: LoadFigures
  /** Ends after the requests at hand. */
  stop(): Promise<void>
}

/** Records of a job, and rows of an import. */
const atOnce = 20

/**
 * Starts clients that write without a pause: each creates records, edits, deletes and restores them, has
 * jobs delete posts, purge those or undo that, and imports files.
 * @param posts `_id`s for the jobs; each is named once
 * @param name what the names that they give begin with
 */
export function startLoad(
  target: LoadTarget,
  clients: number,
  posts: readonly string[],
  name = 'client',
): Load {
  let stopping = false
  const { ask, change, figures } = loadClient(target, () => stopping)
  const load = {
    changes: [] as SentChange[],
    deletions: [] as SentJob[],
    followUps: [] as SentFollowUp[],
    imports: [] as SentJob[],
    refusals: [] as string[],
    figures,
  }
  let postsTaken = 0

  const isAcknowledged = (answer: LoadAnswer, what: string): boolean => {
    if (answer.code === 'already_done') return true
    // Who is told to come later (429: files are read by turns) was refused nothing for good.
    if (!isLost(answer) && answer.status >= 400 && answer.status !== 429)
      load.refusals.push(`${what}: ${answer.message}`)
    return !isLost(answer) && answer.status < 300
  }

  /** Makes a change and notes it. @returns its answer where it is known to have been made */
  const make = async (
    does: SentChange['does'],
    marker: string,
    ...[name, sent]: [EndpointName, LoadCall]
  ): Promise<LoadAnswer | undefined> => {
    const noted: SentChange = { does, marker, acknowledged: false }
    load.changes.push(noted)
    const answer = await change(name, sent)
    noted.acknowledged = isAcknowledged(answer, name)
    return noted.acknowledged ? answer : undefined
  }

  const records = async (mark: string) => {
    const category = await make('create', `${mark}-a`, 'categories.create', {
      body: { name: `${mark}-a` },
    })
    const id = category?.data?._id as string | undefined
    if (!id) return
    const params = { id }
    const edited = { params, body: { name: `${mark}-b` } }
    if (!(await make('edit', `${mark}-b`, 'categories.update', edited))) return
    if (!(await make('delete', id, 'categories.delete', { params }))) return
    if (!(await make('restore', id, 'categories.restore', { params }))) return
    const person = await make('create', `${mark}-c`, 'users.create', {
      body: { name: `${mark}-c`, email: null, type: 'member' },
    })
    const userId = person?.data?._id as string | undefined
    if (!userId) return
    const body = { name: `${mark}-d`, about: 'x'.repeat(2_000) }
    await make('edit', `${mark}-d`, 'users.update', { params: { id: userId }, body })
  }

  const deletion = async () => {
    const ids = posts.slice(postsTaken, postsTaken + atOnce)
    postsTaken += atOnce
    if (ids.length === 0) return
    const noted: SentJob = { about: ids, job: undefined, acknowledged: false }
    load.deletions.push(noted)
    const answer = await change('jobs.create', { body: { area: 'posts', action: 'delete', ids } })
    noted.acknowledged = isAcknowledged(answer, 'jobs.create')
    noted.job = answer.data?._id
  }

  const followed = new Set<SentJob>()
  /** Takes a deletion that is done: every other one is undone, of the others the posts go for good. */
  const followUp = async () => {
    const before = load.deletions.find((each) => each.job !== undefined && !followed.has(each))
    if (before?.job === undefined) return
    followed.add(before)
    const params = { id: before.job }
    const { data } = await ask('jobs.details', { params })
    if (data?.status !== 'done') {
      followed.delete(before)
      return
    }
    const does = load.followUps.length % 2 === 0 ? 'purge' : 'restore'
    const { about } = before
    const noted: SentFollowUp = { does, about, job: undefined, acknowledged: false }
    load.followUps.push(noted)
    const answer = await (does === 'restore'
      ? change('jobs.undo', { params })
      : change('jobs.create', { body: { area: 'posts', action: 'purge', ids: about } }))
    noted.acknowledged = isAcknowledged(answer, `${does} by a job`)
    noted.job = answer.data?._id
  }

  const importing = async (mark: string) => {
    const titles = Array.from({ length: atOnce }, (_, n) => `${mark}-row-${n}`)
    const uploaded = await ask('imports.create', {
      query: { area: 'tasks', name: `${mark}.csv` },
      bytes: ['title', ...titles].join('\n'),
    })
    // Whoever loses many answers has many files waiting, of which there is a most.
    if (uploaded.status !== 201) return
    const noted: SentJob = { about: titles, job: undefined, acknowledged: false }
    load.imports.push(noted)
    const params = { id: uploaded.data._id }
    const answer = await change('imports.start', { params, body: {} })
    noted.acknowledged = isAcknowledged(answer, 'imports.start')
    noted.job = answer.data?._id
  }

  const running = Array.from({ length: clients }, async (_, client) => {
    for (let round = 0; !stopping; round += 1) {
      const mark = `${name}-${client}-${round}`
      await records(mark)
      if (round % 4 === client % 4) await deletion()
      if (round % 4 === (client + 2) % 4) await followUp()
      if (round % 16 === client % 16) await importing(mark)
    }
  })
  return {
    ...load,
    stop: async () => {
      stopping = true
      await Promise.all(running)
    },
  }
}
