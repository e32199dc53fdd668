import { create } from 'zustand'

const key = 'steward-jobs'

/** The jobs whose progress this tab shows, by `_id`, the newest first; they outlive a reload. */
export const useWatchedJobs = create<{
  ids: readonly string[]
  /** The one that the page itself shows, so that it doesn't stand there twice. */
  onPage: string | null
}>()(() => ({ ids: read(), onPage: null }))

const keep = (ids: readonly string[]) => {
  useWatchedJobs.setState({ ids })
  try {
    sessionStorage.setItem(key, JSON.stringify(ids))
  } catch {
    // Then they are shown until the page is left.
  }
}

/** Shows how a job goes. */
export const watchJob = (id: string): void =>
  keep([id, ...useWatchedJobs.getState().ids.filter((each) => each !== id)].slice(0, 5))

/** Shows it no more; the job itself goes on. */
export const unwatchJob = (id: string): void =>
  keep(useWatchedJobs.getState().ids.filter((each) => each !== id))

function read(): readonly string[] {
  try {
    const ids: unknown = JSON.parse(sessionStorage.getItem(key) ?? '[]')
    return Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : []
  } catch {
    return []
  }
}
