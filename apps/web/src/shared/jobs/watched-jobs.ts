import { create } from 'zustand'

const key = 'steward-jobs'

/** Watched jobs by `_id`, newest first; they survive a reload. */
export const useWatchedJobs = create<{
  ids: readonly string[]
  /** The job that the page itself shows. */
  onPage: string | null
}>()(() => ({ ids: read(), onPage: null }))

const keep = (ids: readonly string[]) => {
  useWatchedJobs.setState({ ids })
  try {
    sessionStorage.setItem(key, JSON.stringify(ids))
  } catch {
    // Without storage they last until the page is left.
  }
}

export const watchJob = (id: string): void =>
  keep([id, ...useWatchedJobs.getState().ids.filter((each) => each !== id)].slice(0, 5))

/** The job itself goes on. */
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
