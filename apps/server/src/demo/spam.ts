import { fill } from './fill.ts'
import type { Setting } from './people.ts'
import { reportReasons, spammers, spamSlots, spamTexts } from './words.ts'

const minute = 60_000
const iso = (at: number) => new Date(at).toISOString()

/** How many posts each of the accounts has written. */
const each = 7

/**
 * A wave of spam: a few accounts that joined within an hour, and what they posted since, much of it reported.
 * @param setting.now when it ends
 */
export function buildSpam({ random, now }: Setting) {
  const accounts = spammers.map(({ name, email }, i) => {
    const joined = now - (170 - i * 14) * minute
    return {
      id: random.id(joined),
      name,
      email,
      type: 'member',
      status: 'active',
      last_active_at: iso(now),
      created_at: iso(joined),
      updated_at: iso(joined),
    }
  })
  const posts = accounts.flatMap((account, i) =>
    Array.from({ length: each }, (_, n) => {
      const created = Date.parse(account.created_at) + (3 + n * 6 + random.int(0, 4)) * minute
      const text = spamTexts[(i + n) % spamTexts.length] as string
      const post = {
        id: random.id(created),
        author_id: account.id,
        text: fill(text, spamSlots, random),
        images: [],
        category_id: null,
        like_count: 0,
        comment_count: random.int(0, 2),
        report_count: random.chance(0.85) ? random.int(2, 14) : 0,
        created_at: iso(created),
        updated_at: iso(created),
      }
      return { ...post, reports: reportsOf(post.report_count, created, n) }
    }),
  )
  return { accounts, posts }
}

/** What is known of a post's reports: of some only that there was one. The newest stands first. */
const reportsOf = (count: number, created: number, nth: number) =>
  reportReasons
    .slice(nth % reportReasons.length)
    .slice(0, count)
    .map((report, at) => ({ ...report, at: iso(created + (count - at) * minute) }))
