import { create } from 'zustand'
import { readStored } from '../answers/read.ts'

const key = 'steward-jobs'

/** The `_id`s of the jobs that the panel shows, newest first; they survive a reload. */
export const useWatchedJobs = create<{
  ids: readonly string[]
  /** The `_id` of a job that the open page shows itself. */
  onPage: string | null
}>()(() => ({ ids: read(), onPage: null }))

const keep = (ids: readonly string[]) => {
  useWatchedJobs.setState({ ids })
  try {
    sessionStorage.setItem(key, JSON.stringify(ids))
  } catch {
    // Without storage, the jobs are watched until the page is left.
  }
}

export const watchJob = (id: string): void =>
  keep([id, ...useWatchedJobs.getState().ids.filter((each) => each !== id)].slice(0, 5))

/** Stops showing a job, which itself continues. */
export const unwatchJob = (id: string): void =>
  keep(useWatchedJobs.getState().ids.filter((each) => each !== id))

function read(): readonly string[] {
  const ids = readStored('sessionStorage', key)
  return Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : []
}
