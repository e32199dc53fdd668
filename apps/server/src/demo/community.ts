import { fill } from './fill.ts'
import type { Person, Setting } from './people.ts'
import {
  type CategoryText,
  categoryTree,
  eventTexts,
  places,
  pollTexts,
  posts as postTexts,
  type QuestionText,
  rounds,
  slots,
  surveyQuestions,
  surveyTopics,
} from './words.ts'
import { byClocksOf, eventZones } from './zones.ts'

const minute = 60_000
const day = 86_400_000
const iso = (at: number) => new Date(at).toISOString()

/** The tree of categories; a branch's colour is also that of what hangs below it. */
export function buildCategories({ random, now }: Setting) {
  const rows: Record<string, unknown>[] = []
  const ids = new Map<string, string>()
  const plant = (text: CategoryText, position: number, parent: string | null, colour: string) => {
    const created = now - (1000 - rows.length * 9) * day
    const id = random.id(created)
    const color = text.color ?? colour
    ids.set(text.slug, id)
    rows.push({
      id,
      name: text.name,
      slug: text.slug,
      description: text.description ?? null,
      color,
      position,
      parent_id: parent,
      status: text.inactive ? 'inactive' : 'active',
      created_at: iso(created),
      updated_at: iso(created + random.int(0, 200) * day),
    })
    text.below?.forEach((child, i) => {
      plant(child, i, id, color)
    })
  }
  categoryTree.forEach((text, i) => {
    plant(text, i, null, '#868e96')
  })
  return { rows, ids }
}

/** Posts of the feed, each in a language of its author. */
export function buildPosts(
  setting: Setting,
  people: readonly Person[],
  categories: Map<string, string>,
) {
  const { random, pictures, now } = setting
  const used = new Set<string>()
  const rows: Record<string, unknown>[] = []
  while (rows.length < 400) {
    const author = random.pick(people)
    const [slug, template] = random.pick(postTexts[author.language])
    const text = fill(template, slots, random)
    if (used.has(text)) {
      // A language has so many sentences; those who write it also write English.
      author.language = 'en'
      continue
    }
    used.add(text)
    const created = author.joined + Math.floor((now - author.joined) * random.next() ** 0.5)
    const likes = Math.floor(120 * random.next() ** 4)
    const created_at = iso(created)
    rows.push({
      id: random.id(created),
      author_id: random.chance(0.98) ? author.row.id : null,
      text,
      images: random.chance(0.2)
        ? Array.from({ length: random.int(1, 3) }, () => random.pick(pictures.covers))
        : [],
      category_id: random.chance(0.94) ? (categories.get(slug) ?? null) : null,
      like_count: likes,
      comment_count: Math.floor(likes * random.next() * 0.6),
      report_count: random.chance(0.06) ? random.int(1, 9) : 0,
      created_at,
      updated_at: random.chance(0.15)
        ? iso(Math.min(now, created + random.int(1, 600) * minute))
        : created_at,
    })
  }
  return rows
}

/** The first such day of the week from a day on; that day itself for none. @param at a midnight in UTC, as the result */
const onWeekday = (at: number, weekday = new Date(at).getUTCDay()): number =>
  at + ((weekday - new Date(at).getUTCDay() + 7) % 7) * day

/** Events around now: past, live, to come, cancelled. */
export function buildEvents(setting: Setting, hosts: readonly Person[]) {
  const { random, pictures, now } = setting
  const today = Math.floor(now / day) * day
  return Array.from({ length: 140 }, (_, i) => {
    const live = i < 4
    // Today is any day of the week.
    const texts = live ? eventTexts.filter(({ weekday }) => weekday === undefined) : eventTexts
    const text = texts[i % texts.length] as (typeof eventTexts)[number]
    const zone = i % 4 === 1 ? eventZones[(i >> 2) % eventZones.length] : undefined
    const wall = live
      ? now - random.int(10, 40) * minute
      : onWeekday(
          today + Math.round(random.int(-200, 75) * (random.chance(0.4) ? 0.25 : 1)) * day,
          text.weekday,
        ) +
        text.hour * 60 * minute
    const starts = zone && !live ? byClocksOf(zone, wall) : wall
    const ends = starts + text.minutes * minute
    const created = Math.min(now - random.int(1, 600) * minute, starts - random.int(7, 60) * day)
    const past = ends < now
    const capacity = text.capacity ?? null
    const interest = past ? 0.25 + random.next() * 0.75 : random.next() * 0.8
    const host = random.pick(hosts)
    const named = random.chance(0.15)
    return {
      id: random.id(created),
      title: text.title,
      description: text.description,
      starts_at: iso(starts),
      ends_at: random.chance(0.95) || live ? iso(ends) : null,
      time_zone: zone ?? null,
      location: text.online ? null : (text.at ?? random.pick(places)),
      online: text.online ?? false,
      host_id: named ? null : host.row.id,
      host_name: named
        ? random.pick([
            'Harbour Orchestra',
            'City Library',
            'Verein Hafenlicht e. V.',
            'جمعية أصدقاء الميناء',
          ])
        : null,
      image: random.chance(0.8) ? random.pick(pictures.covers) : null,
      capacity,
      attendee_count: Math.floor((capacity ?? 90) * interest),
      cancelled: !live && random.chance(0.07),
      created_at: iso(created),
      updated_at: iso(Math.min(now, created + random.int(0, 5) * day)),
    }
  })
}

/** Polls with one question, surveys with several, each with votes. */
export function buildPolls(setting: Setting, authors: readonly Person[]) {
  const { random, now } = setting
  const row = (
    kind: 'poll' | 'survey',
    title: string,
    description: string | null,
    asked: readonly QuestionText[],
  ) => {
    const created = now - Math.floor(700 * random.next() ** 1.6 * day) - random.int(1, 900) * minute
    const opens = created + random.int(0, 2) * day
    const closes = random.chance(0.85) ? opens + random.int(5, 30) * day : null
    const draft = random.chance(0.08)
    const responses = draft || opens > now ? 0 : Math.floor(12 + 380 * random.next() ** 2)
    return {
      id: random.id(created),
      kind,
      title,
      description,
      author_id: random.pick(authors).row.id,
      questions: asked.map((question) => ({
        text: question.text,
        options: vote(question.options, responses),
      })),
      response_count: responses,
      opens_at: draft ? null : iso(opens),
      closes_at: draft || closes === null ? null : iso(closes),
      status: draft ? 'draft' : closes !== null && closes < now ? 'closed' : 'open',
      created_at: iso(created),
      updated_at: iso(Math.min(now, created + random.int(0, 9) * day)),
    }
  }
  const vote = (options: readonly string[], responses: number) => {
    const leanings = options.map(() => 0.15 + random.next())
    const sum = leanings.reduce((total, leaning) => total + leaning, 0)
    return options.map((text, i) => ({
      text,
      votes: Math.floor((responses * (leanings[i] ?? 0)) / sum),
    }))
  }
  const polls = Array.from({ length: 80 }, (_, i) => {
    const text = pollTexts[i % pollTexts.length] as (typeof pollTexts)[number]
    const round = rounds[Math.floor(i / pollTexts.length)] ?? ''
    return row('poll', `${text.title}${round}`, null, [text])
  })
  const surveys = surveyTopics.map((topic) =>
    row(
      'survey',
      topic,
      'Takes three minutes. Nobody sees who answered what.',
      random.shuffled(surveyQuestions).slice(0, random.int(3, 6)),
    ),
  )
  return [...polls, ...surveys]
}
