import { day, iso, type Random } from './random.ts'
import type { Setting } from './setting.ts'
import type { Names, Words } from './words.ts'

/** Draws a language of the community by how often it is spoken there. */
export const drawLanguage = (random: Random, { names }: Words): string =>
  random.weighted(
    Object.fromEntries(Object.entries(names).map(([language, { weight }]) => [language, weight])),
  )

/** Draws a name, with its Latin form for an e-mail address; `long` allows for second names. */
export function drawName(random: Random, words: Words, language: string, long = false) {
  const { given, family, familyFirst, between = ' ' } = words.names[language] as Names
  const draw = (list: readonly string[]) => random.pick(list).split('|')
  const [first = '', firstLatin = first] = draw(given)
  const [last = '', lastLatin = last] = draw(family)
  const second = (share: number, list: readonly string[]) =>
    long && !familyFirst && random.chance(share) ? [draw(list)[0]] : []
  const parts = familyFirst
    ? [last, first]
    : [first, ...second(0.5, given), last, ...second(0.3, family)]
  return {
    name: parts.join(between),
    latin: `${latinOf(firstLatin)}.${latinOf(lastLatin)}`,
    language,
  }
}

const latinOf = (text: string) =>
  text
    .replace(/ß/g, 'ss')
    .replace(/[Łł]/g, 'l')
    .replace(/[Đđ]/g, 'd')
    .replace(/[Œœ]/g, 'oe')
    .replace(/ı/g, 'i')
    .normalize('NFD')
    .replace(/[^A-Za-z]/g, '')
    .toLowerCase()

/** A fictitious telephone number. */
export const drawPhone = (random: Random, { phones }: Words) =>
  `${random.pick(phones)}${random.int(100, 999)}`

export function memberRow(
  joined: number,
  { random, now, id, pictures, words }: Setting,
  { name, language }: { name: string; language: string },
  email: string,
) {
  const seen = joined + Math.floor((now - joined) * Math.sqrt(random.next()))
  return {
    id: id(joined),
    name,
    email: random.maybe(0.88, [email]),
    phone: random.chance(0.6) ? drawPhone(random, words) : null,
    type: 'member' as 'member' | 'business' | 'admin',
    role_id: null as string | null,
    status: random.weighted({ active: 88, inactive: 8, pending: 4 }),
    shopping_feed_status: random.weighted({ active: 93, inactive: 7 }),
    image: random.maybe(0.72, pictures.portraits),
    business_name: null as string | null,
    location: random.maybe(0.8, words.places),
    about: random.maybe(0.45, words.abouts[language] ?? []),
    last_active_at: random.maybe(0.94, [iso(seen)]),
    created_at: iso(joined),
    updated_at: iso(joined + Math.floor((seen - joined) * random.next())),
  }
}

export interface Person {
  row: ReturnType<typeof memberRow>
  language: string
}

const mailHosts = ['example.com', 'example.org', 'example.net']

/** Builds members, businesses and staff, each name once; `roleIds` are in the order of roles. */
export function buildPeople(setting: Setting, roleIds: readonly string[]) {
  const { random, now, pictures, words } = setting
  const taken = new Set<string>()
  const member = (named = drawName(random, words, drawLanguage(random, words))): Person => {
    if (taken.has(named.name)) return member()
    taken.add(named.name)
    // More people joined recently than long ago, and a few in the last days.
    const joined = now - Math.floor(1500 * random.next() ** 2.2 * day) - random.int(0, day)
    const email = `${named.latin}@${random.pick(mailHosts)}`
    return { language: named.language, row: memberRow(joined, setting, named, email) }
  }
  const members = [
    ...words.unusualNames.map(member),
    ...Array.from({ length: 320 - words.unusualNames.length }, () => member()),
  ]
  const owners = words.businesses.map((business, i): Person => {
    const { row, language } = member()
    Object.assign(row, {
      type: 'business',
      email: `hello@business-${String(i + 1).padStart(2, '0')}.example.com`,
      phone: drawPhone(random, words),
      business_name: business,
      location: `${random.pick(words.places)} ${random.int(1, 48)}`,
      image: random.maybe(0.8, pictures.logos),
    })
    return { row, language }
  })
  const staff = [0, 0, 0, 1, 1, 2, 2, 3, 4, 5, 5, 6].map((role, i) => {
    const { row } = member(i % 3 === 0 ? drawName(random, words, words.main) : undefined)
    return Object.assign(row, {
      type: 'admin' as const,
      role_id: roleIds[role] ?? null,
      email: `staff${String(i + 1).padStart(2, '0')}@example.com`,
      status: i === 8 || i === 11 ? ('inactive' as const) : ('active' as const),
      shopping_feed_status: 'active' as const,
      image: random.pick(pictures.portraits),
      about: null,
    })
  })
  return { members, owners, staff }
}
