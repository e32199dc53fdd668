import type { Job } from '@steward/contract/jobs'
import { count, counted } from '../locale.ts'
import { statusWord } from '../status-badge.tsx'

const names: Readonly<Record<Job['area'], readonly [string, string]>> = {
  bills: ['bill', 'bills'],
  posts: ['post', 'posts'],
  shoppingPosts: ['shopping post', 'shopping posts'],
  categories: ['category', 'categories'],
  members: ['member', 'members'],
  events: ['event', 'events'],
  polls: ['poll', 'polls'],
  tasks: ['task', 'tasks'],
}

/** What a job does, in words: `Delete 12 posts`. */
export function jobTitle(job: Job): string {
  const which = counted(job.total, ...names[job.area])
  if (job.action === 'delete') return `Delete ${which}`
  if (job.action === 'restore') return `Restore ${which}`
  if (job.action === 'import') return `Import ${which}`
  if (job.action === 'check') return `Check ${which}`
  return `Change ${which} to ${statusWord(job.patch?.status ?? '').toLowerCase()}`
}

const states: Readonly<Record<Job['status'], string>> = {
  waiting: 'Waiting',
  running: 'Running',
  paused: 'Paused',
  done: 'Done',
  cancelled: 'Cancelled',
  stopped: 'Stopped',
}

/** How a job stands, in a word. */
export const jobState = (job: Job): string => states[job.status]

/** How many records a job is through with. */
export const through = (job: Job): number => job.changed + job.unchanged + job.failed

/** What a job came to: `11 changed, 1 was already so`. */
export function jobResult(job: Job): string {
  const parts = [`${count(job.changed)} changed`]
  if (job.unchanged > 0) parts.push(`${count(job.unchanged)} already so`)
  if (job.failed > 0) parts.push(`${count(job.failed)} failed`)
  const left = job.total - through(job)
  if (left > 0) parts.push(`${count(left)} not reached`)
  return `${parts.join(', ')}.`
}
