import type { Insertable } from 'kysely'
import type { Tables } from '../db/schema/tables.ts'
import { byClocksOf, eventRow, eventZones, pollRow, postRow } from './community-rows.ts'
import { billRow, offerRow, taskRow } from './operations-rows.ts'
import type { Person } from './people.ts'
import { day, hour, iso, minute } from './random.ts'
import { recently, type Setting } from './setting.ts'
import type { CategoryText, EventText, Offer } from './words.ts'

type CategoryRow = Insertable<Tables['categories']> & { id: string; slug: string }

/** Builds the tree of categories; subcategories have the colour of their top category. */
export function buildCategories({ random, now, id, words }: Omit<Setting, 'category'>) {
  let planted = 0
  const plant = (
    texts: readonly CategoryText[],
    parent: { id: string | null; color: string },
  ): CategoryRow[] =>
    texts.flatMap((text, position) => {
      const created = now - (1000 - planted * 9) * day
      planted += 1
      const row = {
        id: id(created),
        name: text.name,
        slug: text.slug,
        description: text.description ?? null,
        color: text.color ?? parent.color,
        position,
        parent_id: parent.id,
        status: text.inactive ? ('inactive' as const) : ('active' as const),
        created_at: iso(created),
        updated_at: iso(created + random.int(0, 200) * day),
      }
      return [row, ...plant(text.below ?? [], row)]
    })
  return plant(words.categoryTree, { id: null, color: '#868e96' })
}

export function buildPosts(setting: Setting, people: readonly Person[]) {
  const { random, now, words } = setting
  const { posts, postsMain, slots } = words
  const main = posts[postsMain] as (typeof posts)[string]
  const rows = new Map<string, ReturnType<typeof postRow>>()
  while (rows.size < 400) {
    const author = random.pick(people)
    const { category: slug, text: template } = random.pick(posts[author.language] ?? main)
    const text = random.fill(template, slots)
    if (rows.has(text)) {
      // There are few texts in the other languages; people who write them also write in the main one.
      author.language = postsMain
      continue
    }
    const joined = Date.parse(author.row.created_at)
    const created = joined + Math.floor((now - joined) * random.next() ** 0.5)
    const by = random.maybe(0.98, [author.row.id])
    rows.set(text, postRow(created, setting, { author: by, text, slug }))
  }
  return [...rows.values()]
}

/** The first given weekday from midnight `at` (UTC) on, or `at` itself where no weekday is given. */
const onWeekday = (at: number, weekday = new Date(at).getUTCDay()): number =>
  at + ((weekday - new Date(at).getUTCDay() + 7) % 7) * day

export function buildEvents(setting: Setting) {
  const { random, now, words } = setting
  const { eventTexts } = words
  const today = Math.floor(now / day) * day
  const onAnyDay = eventTexts.filter(({ weekday }) => weekday === undefined)
  return Array.from({ length: 140 }, (_, i) => {
    const isLive = i < 4
    const texts = isLive ? onAnyDay : eventTexts
    const text = texts[i % texts.length] as EventText
    const zone = i % 4 === 1 ? (eventZones[(i >> 2) % eventZones.length] ?? null) : null
    const around = today + Math.round(random.int(-200, 75) * random.pick([0.25, 1])) * day
    const wall = onWeekday(around, text.weekday) + text.hour * hour
    const planned = zone ? byClocksOf(zone, wall) : wall
    const starts = isLive ? now - random.int(10, 40) * minute : planned
    const created = Math.min(now - random.int(1, 600) * minute, starts - random.int(7, 60) * day)
    return eventRow(created, setting, { text, starts, zone })
  })
}

export function buildPolls(setting: Setting) {
  const { random, words } = setting
  const { pollTexts, rounds, surveyQuestions, surveyTopics } = words
  const polls = Array.from({ length: 80 }, (_, i) => {
    const text = pollTexts[i % pollTexts.length] as (typeof pollTexts)[number]
    const round = rounds[Math.floor(i / pollTexts.length)] ?? ''
    return { title: text.title + round, asked: [text] }
  })
  const surveys = surveyTopics.map((title) => ({
    title,
    asked: random.some(random.int(3, 6), surveyQuestions),
  }))
  return [...polls, ...surveys].map((asked) => pollRow(recently(setting, 700, 1.6), setting, asked))
}

export const buildTasks = (setting: Setting, posts: readonly { id: string; text: string }[]) =>
  Array.from({ length: 220 }, (_, i) => {
    const task = taskRow(recently(setting, 240, 1.7), setting)
    const title = setting.words.taskExtras[i]
    const post = i % 8 === 3 ? posts[(i * 5) % posts.length] : undefined
    return {
      ...task,
      ...(title && { title, description: null }),
      about_area: post ? 'posts' : null,
      about_id: post?.id ?? null,
      about_title: post?.text.slice(0, 200) ?? null,
    }
  })

export const buildComments = (
  { random, now, id, staff, words }: Setting,
  tasks: readonly { id: string; created_at: string }[],
) =>
  tasks
    .filter((_, index) => index % 4 === 3)
    .flatMap((task) =>
      Array.from({ length: random.int(1, 4) }, () => {
        const at = Math.min(now, Date.parse(task.created_at) + random.int(5, 4000) * minute)
        return {
          id: id(at),
          task_id: task.id,
          author_id: random.pick(staff).id,
          text: random.pick(words.taskComments),
          created_at: iso(at),
        }
      }),
    )

export const buildBills = (setting: Setting, numbers: readonly string[]) =>
  numbers
    .map(() => recently(setting, 540, 1.4))
    .sort((a, b) => a - b)
    .map((created, i) => ({ ...billRow(created, setting), number: numbers[i] as string }))

export const buildShoppingPosts = (setting: Setting) =>
  Array.from({ length: 240 }, (_, i) =>
    offerRow(
      recently(setting, 420, 1.8),
      setting,
      setting.words.offers[i % setting.words.offers.length] as Offer,
    ),
  )

/** The number of posts of each spam account. */
const spamPosts = 7

/** Builds a wave of spam: accounts that joined within an hour, their posts, and reports of these. */
export function buildSpam({ random, now, id, words }: Setting) {
  const { reportReasons, spammers, spamSlots, spamTexts } = words
  const accounts = spammers.map(({ name, email }, i) => {
    const joined = now - (170 - i * 14) * minute
    return {
      id: id(joined),
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
    Array.from({ length: spamPosts }, (_, n) => {
      const created = Date.parse(account.created_at) + (3 + n * 6 + random.int(0, 4)) * minute
      const reported = random.chance(0.85) ? random.int(2, 14) : 0
      // Some reports give no reason; the newest comes first.
      const reports = reportReasons.slice(n % reportReasons.length).slice(0, reported)
      return {
        id: id(created),
        author_id: account.id,
        text: random.fill(spamTexts[(i + n) % spamTexts.length] as string, spamSlots),
        images: [],
        category_id: null,
        like_count: 0,
        comment_count: random.int(0, 2),
        report_count: reported,
        reports: reports.map((each, at) => ({
          ...each,
          at: iso(created + (reported - at) * minute),
        })),
        created_at: iso(created),
        updated_at: iso(created),
      }
    }),
  )
  return { accounts, posts }
}
