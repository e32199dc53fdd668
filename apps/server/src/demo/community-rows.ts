import { IANAZone } from 'luxon'
import { day, iso, minute, type Random } from './random.ts'
import { changed, type Setting } from './setting.ts'
import type { EventText, QuestionText } from './words.ts'

export function postRow(
  created: number,
  { random, now, id, category, pictures }: Setting,
  { author, text, slug }: { author: string | null; text: string; slug: string },
) {
  const likes = Math.floor(120 * random.next() ** 4)
  return {
    id: id(created),
    author_id: author,
    text,
    images: random.chance(0.2) ? random.some(random.int(1, 3), pictures.covers) : [],
    category_id: random.chance(0.94) ? category(slug) : null,
    like_count: likes,
    comment_count: Math.floor(likes * random.next() * 0.6),
    report_count: random.chance(0.06) ? random.int(1, 9) : 0,
    created_at: iso(created),
    updated_at: iso(
      random.chance(0.15) ? Math.min(now, created + random.int(1, 600) * minute) : created,
    ),
  }
}

/** Time zones of the events outside the community's own town, whose time zone is UTC. */
export const eventZones = [
  'Europe/Lisbon',
  'Europe/Berlin',
  'America/New_York',
  'Asia/Kolkata',
  'Asia/Tokyo',
] as const

/** The moment in milliseconds at which a zone's clocks show what clocks in UTC show at `at`. */
export const byClocksOf = (zone: string, at: number): number =>
  at - IANAZone.create(zone).offset(at) * minute

export function eventRow(
  created: number,
  setting: Setting,
  { text, starts, zone }: { text: EventText; starts: number; zone: string | null },
) {
  const { random, now, id, members, businesses, pictures, words } = setting
  const ends = starts + text.minutes * minute
  const isLive = starts <= now && now < ends
  const interest = ends < now ? 0.25 + random.next() * 0.75 : random.next() * 0.8
  const host = random.maybe(0.85, random.chance(0.2) ? businesses : members.slice(0, 80))
  return {
    id: id(created),
    title: text.title,
    description: text.description,
    starts_at: iso(starts),
    ends_at: isLive || random.chance(0.95) ? iso(ends) : null,
    time_zone: zone,
    location: text.online ? null : (text.at ?? random.pick(words.places)),
    online: text.online ?? false,
    host_id: host?.id ?? null,
    host_name: host ? null : random.pick(words.eventHosts),
    image: random.maybe(0.8, pictures.covers),
    capacity: text.capacity ?? null,
    attendee_count: Math.floor((text.capacity ?? 90) * interest),
    cancelled: !isLive && random.chance(0.07),
    created_at: iso(created),
    updated_at: changed(setting, created, 5),
  }
}

export function pollRow(
  created: number,
  setting: Setting,
  { title, asked }: { title: string; asked: readonly QuestionText[] },
) {
  const { random, now, id, staff, members, words } = setting
  const isSurvey = asked.length > 1
  const opens = created + random.int(0, 2) * day
  const closes = random.chance(0.85) ? opens + random.int(5, 30) * day : null
  // What opens later isn't open.
  const isDraft = random.chance(0.08) || opens > now
  const responses = isDraft ? 0 : Math.floor(12 + 380 * random.next() ** 2)
  return {
    id: id(created),
    kind: isSurvey ? 'survey' : 'poll',
    title,
    description: isSurvey ? words.surveyDescription : null,
    author_id: random.maybe(1, random.chance(0.2) ? staff : members.slice(0, 40))?.id ?? null,
    questions: asked.map(({ text, options }) => ({
      text,
      options: vote(random, options, responses),
    })),
    response_count: responses,
    opens_at: isDraft ? null : iso(opens),
    closes_at: isDraft || closes === null ? null : iso(closes),
    status: isDraft ? 'draft' : closes !== null && closes < now ? 'closed' : 'open',
    created_at: iso(created),
    updated_at: changed(setting, created, 9),
  }
}

function vote(random: Random, options: readonly string[], responses: number) {
  const leanings = options.map((text) => ({ text, leaning: 0.15 + random.next() }))
  const sum = leanings.reduce((total, { leaning }) => total + leaning, 0)
  return leanings.map(({ text, leaning }) => ({
    text,
    votes: Math.floor((responses * leaning) / sum),
  }))
}
