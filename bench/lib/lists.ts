import type { Steward } from './steward.ts'
import { median, quantile } from './table.ts'

/** The lists with their address, table, sort key, and the people in their rows. */
export const lists = [
  {
    name: 'users',
    call: 'admin/users/list',
    sorts: {
      '-createdAt': 'created_at desc, id desc',
      name: 'name collate steward_names, id',
      email: 'steward_fold(email) collate "C" asc nulls last, id',
      '-lastActiveAt': 'last_active_at desc nulls last, id desc',
    },
    filters: { 'status=inactive': "status = 'inactive'" },
    person: null,
  },
  {
    name: 'posts',
    call: 'admin/post-feed',
    sorts: {
      '-createdAt': 'created_at desc, id desc',
      '-likeCount': 'like_count desc, id desc',
      '-reportCount': 'report_count desc, id desc',
    },
    filters: {},
    person: 'author_id',
  },
  {
    name: 'bills',
    call: 'admin/bills',
    sorts: {
      '-createdAt': 'created_at desc, id desc',
      dueAt: 'due_at asc nulls last, id',
      '-amount': 'amount desc, id desc',
      number: 'number collate steward_names, id',
    },
    filters: { 'status=due': "status = 'due'" },
    person: 'payer_id',
  },
] as const

/** Requests the paths in turn; returns the milliseconds of each, and the last total. */
export async function asked({ call }: Steward, paths: readonly string[]) {
  const taken: number[] = []
  let total = 0
  for (const path of paths) {
    const { data, ms } = await call<{ pagination?: { total: number } } | undefined>(path)
    taken.push(ms)
    total = data?.pagination?.total ?? 0
  }
  return { taken, total, p50: median(taken), p99: quantile(taken, 0.99) }
}

export const again = (times: number, path: string): string[] => new Array(times).fill(path)
