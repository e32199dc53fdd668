import type { Person, Setting } from './people.ts'
import { taskComments } from './words.ts'

const minute = 60_000

interface TaskRow {
  id: string
  created_at: string
}

/** Some of the tasks made about posts of the feed, every eighth; the others are about nothing. */
export const tasksAbout = <T extends object>(
  tasks: readonly T[],
  posts: readonly Record<string, unknown>[],
) =>
  tasks.map((task, index) => {
    const post = index % 8 === 3 ? posts[(index * 5) % posts.length] : undefined
    return {
      ...task,
      about_area: post ? 'posts' : null,
      about_id: post?.['id'] ?? null,
      about_title: post ? String(post['text']).slice(0, 200) : null,
    }
  })

/** What the staff said about some tasks, every fourth, soon after they were made. */
export function buildComments(
  { random, now }: Setting,
  tasks: readonly TaskRow[],
  staff: readonly Person[],
) {
  return tasks
    .filter((_, index) => index % 4 === 3)
    .flatMap((task) =>
      Array.from({ length: random.int(1, 4) }, () => {
        const at = Math.min(now, Date.parse(task.created_at) + random.int(5, 4000) * minute)
        return {
          id: random.id(at),
          task_id: task.id,
          author_id: random.pick(staff).row.id,
          text: random.pick(taskComments),
          created_at: new Date(at).toISOString(),
        }
      }),
    )
}
