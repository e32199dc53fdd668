import { type Permission, permissionModules } from '@steward/contract/permissions/permissions'
import type { Insertable } from 'kysely'
import type { RolesTable, UsersTable } from '../db/tables/tables.ts'
import type { Pictures } from './pictures.ts'
import type { Random } from './random.ts'
import { abouts, businesses, type Language, names, places, unusualNames } from './words.ts'

const day = 86_400_000
const iso = (at: number) => new Date(at).toISOString()

/** Somebody of the community, with the language that they write. */
export interface Person {
  row: Insertable<UsersTable> & { id: string; name: string }
  language: Language
  joined: number
}

/** What the builders of the community share. */
export interface Setting {
  random: Random
  pictures: Pictures
  /** Milliseconds since 1970. */
  now: number
}

type Grant = (permission: Permission) => boolean
const reading: Grant = ({ action }) => action === 'list' || action === 'view'

const roleTexts: readonly {
  name: string
  description: string
  status: 'active' | 'inactive' | 'deleted'
  grants: Grant
}[] = [
  {
    name: 'Moderator',
    description: 'Keeps the feed and the market a place that one likes to open.',
    status: 'active',
    grants: (p) =>
      p.module === 'Dashboard' ||
      p.module === 'Community' ||
      p.submodule === 'Shopping posts' ||
      p.submodule === 'Shopping feed' ||
      (p.submodule === 'Categories' && p.action !== 'delete') ||
      (p.submodule === 'Members' && reading(p)),
  },
  {
    name: 'Support',
    description: 'Helps people with their accounts.',
    status: 'active',
    grants: (p) =>
      p.module === 'Dashboard' ||
      (p.module === 'Users' && p.submodule !== 'Admins' && p.action !== 'delete') ||
      (p.module === 'Community' && reading(p)),
  },
  {
    name: 'Finance',
    description: 'Bills, payers and reminders.',
    status: 'active',
    grants: (p) =>
      p.module === 'Dashboard' ||
      p.module === 'Operations' ||
      (p.module === 'Users' && p.submodule !== 'Admins' && reading(p)),
  },
  {
    name: 'Editor',
    description: 'Events, polls and the tree of categories.',
    status: 'active',
    grants: (p) =>
      p.module === 'Dashboard' ||
      p.submodule === 'Categories' ||
      (p.module === 'Community' && reading(p)),
  },
  {
    name: 'Read-only',
    description: 'Sees everything, changes nothing. For the board and for auditors.',
    status: 'active',
    grants: reading,
  },
  {
    name: 'Team lead',
    description: 'Looks after the team: roles, staff and every area.',
    status: 'active',
    grants: (p) => !(p.module === 'Roles' && p.action === 'delete'),
  },
  {
    name: 'Summer fair crew',
    description: 'Was in use during the fair; comes back next summer.',
    status: 'inactive',
    grants: (p) => p.submodule === 'Events' || p.submodule === 'Tasks',
  },
  {
    name: 'متطوّعو الترجمة',
    description: 'Translators of the welcome pages.',
    status: 'deleted',
    grants: (p) => p.submodule === 'Feed posts' && reading(p),
  },
]

/** Roles beside the owner's, which setup makes. */
export function buildRoles({ random, pictures, now }: Setting) {
  return roleTexts.map((text, i) => {
    const created = now - (900 - i * 70) * day
    const isDeleted = text.status === 'deleted'
    return {
      id: random.id(created),
      name: text.name,
      description: text.description,
      image: pictures.emblems[i % pictures.emblems.length] ?? null,
      status: text.status,
      status_before_deletion: isDeleted ? 'active' : null,
      deleted_at: isDeleted ? iso(now - 4 * day) : null,
      permissions: permissionModules(text.grants),
      created_at: iso(created),
      updated_at: iso(created + random.int(0, 60) * day),
    }
  }) satisfies (Omit<Insertable<RolesTable>, 'permissions'> & { permissions: unknown })[]
}

/** Draws people whose names and addresses don't repeat. */
export function nameMaker(random: Random) {
  const taken = new Set<string>()
  const languages = Object.entries(names).map(
    ([language, { weight }]) => [language as Language, weight] as const,
  )
  return (only?: Language) => {
    for (;;) {
      const language = only ?? random.weighted(languages)
      const { given, family, familyFirst, between = ' ' } = names[language]
      const [first = '', firstLatin = first] = random.pick(given).split('|')
      const [last = '', lastLatin = last] = random.pick(family).split('|')
      const name = familyFirst ? `${last}${between}${first}` : `${first}${between}${last}`
      if (taken.has(name)) continue
      taken.add(name)
      return { name, latin: `${latinOf(firstLatin)}.${latinOf(lastLatin)}`, language }
    }
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

/** Members, businesses and staff. */
export function buildPeople(setting: Setting, roleIds: readonly string[]) {
  const { random, pictures, now } = setting
  const makeName = nameMaker(random)
  const phones = [
    '+44 20 7946 0',
    '+49 30 555 01',
    '+33 1 99 00 4',
    '+972 3 555 0',
    '+81 3 5550 1',
    '+1 212 555 01',
  ]
  const phone = () => `${random.pick(phones)}${random.int(100, 999)}`

  const member = (named: { name: string; latin: string; language: Language }): Person => {
    // More people of late than long ago, and a few in the last days.
    const joined = now - Math.floor(1500 * random.next() ** 2.2 * day) - random.int(0, day)
    const seen = joined + Math.floor((now - joined) * Math.sqrt(random.next()))
    const about = abouts[named.language]
    return {
      language: named.language,
      joined,
      row: {
        id: random.id(joined),
        name: named.name,
        email: random.chance(0.86)
          ? `${named.latin}@${random.pick(['example.com', 'example.org', 'example.net'])}`
          : null,
        phone: random.chance(0.6) ? phone() : null,
        type: 'member',
        role_id: null,
        status: random.weighted([
          ['active', 88],
          ['inactive', 8],
          ['pending', 4],
        ]),
        shopping_feed_status: random.chance(0.93) ? 'active' : 'inactive',
        image: random.chance(0.72) ? random.pick(pictures.portraits) : null,
        business_name: null,
        location: random.chance(0.8) ? random.pick(places) : null,
        about: about && random.chance(0.45) ? random.pick(about) : null,
        last_active_at: random.chance(0.94) ? iso(seen) : null,
        created_at: iso(joined),
        updated_at: iso(joined + Math.floor((seen - joined) * random.next())),
      },
    }
  }

  const members = [
    ...unusualNames.map(member),
    ...Array.from({ length: 320 - unusualNames.length }, () => member(makeName())),
  ]
  const owners: Person[] = businesses.map((business, i) => {
    const person = member(makeName())
    return {
      ...person,
      row: {
        ...person.row,
        type: 'business',
        email: `hello@business-${String(i + 1).padStart(2, '0')}.example.com`,
        phone: phone(),
        business_name: business,
        location: `${random.pick(places)} ${random.int(1, 48)}`,
        image: random.chance(0.8) ? random.pick(pictures.logos) : null,
      },
    }
  })
  const staffRoles = [0, 0, 0, 1, 1, 2, 2, 3, 4, 5, 5, 6]
  const staff: Person[] = staffRoles.map((role, i) => {
    const person = member(makeName(i % 3 === 0 ? 'en' : undefined))
    return {
      ...person,
      row: {
        ...person.row,
        type: 'admin',
        role_id: roleIds[role] ?? null,
        email: `staff${String(i + 1).padStart(2, '0')}@example.com`,
        status: i === 8 || i === 11 ? 'inactive' : 'active',
        shopping_feed_status: 'active',
        image: random.pick(pictures.portraits),
        about: null,
      },
    }
  })
  return { members, owners, staff }
}
