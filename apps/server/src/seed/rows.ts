import { fill } from '../demo/fill.ts'
import { type Random, seeded } from '../demo/random.ts'
import {
  abouts,
  businesses,
  eventTexts,
  type Language,
  names,
  outsidePayers,
  places,
  pollTexts,
  posts as postTexts,
  slots,
  surveyQuestions,
  surveyTopics,
} from '../demo/words.ts'
import { byClocksOf, eventZones } from '../demo/zones.ts'
import { newId } from '../ids.ts'

/** What rows refer to, and when they may have come to be. */
export interface SeedContext {
  random: Random
  now: number
  /** Some people and some categories that are there. */
  people: readonly { id: string; name: string }[]
  categories: readonly string[]
}

/** Columns of a table. */
export type Row = Record<string, unknown>

const minute = 60_000
/** Milliseconds of a day. */
export const day = 86_400_000
/** A time in milliseconds as ISO 8601. */
export const iso = (at: number) => new Date(at).toISOString()
const languages = Object.entries(names).map(
  ([language, { weight }]) => [language as Language, weight] as const,
)

/** When the row at a place of so many came to be: over five years, ever more often. */
export function createdAt(place: number, of: number, { random, now }: SeedContext): number {
  const age = (1 - (place + random.next()) / of) ** 1.6
  return now - Math.floor(age * 1825 * day) - random.int(1, 120) * minute
}

function nameOf(random: Random, language: Language) {
  const { given, family, familyFirst, between = ' ' } = names[language]
  const draw = (list: readonly string[]) => random.pick(list).split('|')
  const [first = '', latin = first] = draw(given)
  const [last = '', lastLatin = last] = draw(family)
  const middle = !familyFirst && random.chance(0.5) ? `${draw(given)[0]}${between}` : ''
  const second = !familyFirst && random.chance(0.3) ? `${between}${draw(family)[0]}` : ''
  const name = familyFirst
    ? `${last}${between}${first}`
    : `${first}${between}${middle}${last}${second}`
  return {
    name,
    latin: `${latin}.${lastLatin}`
      .normalize('NFD')
      .replace(/[^A-Za-z.]/g, '')
      .toLowerCase(),
  }
}

/**
 * A member or a business.
 * @param serial makes the e-mail address the only one of its kind
 */
export function userRow(created: number, context: SeedContext, serial: string): Row {
  const { random, now } = context
  const language = random.weighted(languages)
  const { name, latin } = nameOf(random, language)
  const business = random.chance(0.12)
  const about = abouts[language]
  const seen = created + Math.floor((now - created) * Math.sqrt(random.next()))
  return {
    id: newId(created),
    name,
    email: random.chance(0.9) ? `${latin}.${serial}@example.com` : null,
    phone: random.chance(0.5)
      ? `+44 20 7946 ${String(random.int(0, 999_999)).padStart(6, '0')}`
      : null,
    type: business ? 'business' : 'member',
    status: random.weighted([
      ['active', 88],
      ['inactive', 9],
      ['pending', 3],
    ] as const),
    shopping_feed_status: random.chance(0.93) ? 'active' : 'inactive',
    business_name: business
      ? `${random.pick(businesses)}${random.chance(0.7) ? `, ${random.pick(places)}` : ''}`
      : null,
    location: random.chance(0.8) ? random.pick(places) : null,
    about: about && random.chance(0.2) ? random.pick(about) : null,
    last_active_at: random.chance(0.95) ? iso(seen) : null,
    created_at: iso(created),
    updated_at: iso(seen),
  }
}

/** Somebody who is there, in a share of all cases. */
export const someone = ({ random, people }: SeedContext, share: number) =>
  people.length > 0 && random.chance(share) ? random.pick(people) : null

/** A category that is there, most of the time. */
export const someCategory = ({ random, categories }: SeedContext) =>
  categories.length > 0 && random.chance(0.9) ? random.pick(categories) : null

/** A post of the feed. */
export function postRow(created: number, context: SeedContext): Row {
  const { random } = context
  const language = random.weighted(languages)
  const sentence = () => fill(random.pick(postTexts[language])[1], slots, random)
  const likes = Math.floor(400 * random.next() ** 5)
  return {
    id: newId(created),
    author_id: someone(context, 0.97)?.id ?? null,
    text: random.chance(0.3) ? `${sentence()}\n\n${sentence()}` : sentence(),
    images: [],
    category_id: someCategory(context),
    like_count: likes,
    comment_count: Math.floor(likes * random.next() * 0.5),
    report_count: random.chance(0.04) ? random.int(1, 12) : 0,
    created_at: iso(created),
    updated_at: iso(created),
  }
}

/** An event, a few weeks after it was written down. */
export function eventRow(created: number, context: SeedContext): Row {
  const { random } = context
  const text = random.pick(eventTexts)
  const wall = Math.floor(created / day) * day + random.int(3, 60) * day + text.hour * 60 * minute
  const zone = random.chance(0.2) ? random.pick(eventZones) : null
  const starts = zone ? byClocksOf(zone, wall) : wall
  const capacity = text.capacity ?? null
  const host = someone(context, 0.8)
  return {
    id: newId(created),
    title: `${text.title}, ${random.pick(places)}`,
    description: text.description,
    starts_at: iso(starts),
    ends_at: iso(starts + text.minutes * minute),
    time_zone: zone,
    location: text.online ? null : (text.at ?? random.pick(places)),
    online: text.online ?? false,
    host_id: host?.id ?? null,
    host_name: host ? null : random.pick(outsidePayers),
    capacity,
    attendee_count: Math.floor((capacity ?? 90) * random.next()),
    cancelled: random.chance(0.05),
    created_at: iso(created),
    updated_at: iso(created),
  }
}

/** A poll or, now and then, a survey. */
export function pollRow(created: number, context: SeedContext): Row {
  const { random, now } = context
  const survey = random.chance(0.25)
  const poll = random.pick(pollTexts)
  const responses = Math.floor(600 * random.next() ** 2)
  const asked = survey ? random.shuffled(surveyQuestions).slice(0, 4) : [poll]
  const closes = created + random.int(5, 40) * day
  return {
    id: newId(created),
    kind: survey ? 'survey' : 'poll',
    title: `${survey ? random.pick(surveyTopics) : poll.title} · ${random.pick(places)}`,
    author_id: someone(context, 0.95)?.id ?? null,
    questions: asked.map(({ text, options }) => ({
      text,
      options: options.map((option) => ({
        text: option,
        votes: Math.floor((random.next() * 2 * responses) / options.length / 2),
      })),
    })),
    response_count: responses,
    opens_at: iso(created),
    closes_at: iso(closes),
    status: closes < now ? 'closed' : random.chance(0.1) ? 'draft' : 'open',
    created_at: iso(created),
    updated_at: iso(created),
  }
}

/** The context's chance, from a person's number and what is there already. */
export const chanceOf = (seed: number, there: number): Random => seeded(seed * 7919 + there)
