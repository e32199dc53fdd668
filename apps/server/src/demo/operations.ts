import { fill } from './fill.ts'
import type { Person, Setting } from './people.ts'
import type { Shape } from './pictures.ts'
import {
  billNotes,
  billTexts,
  businesses,
  offers,
  outsidePayers,
  places,
  taskExtras,
  taskSlots,
  taskTexts,
} from './words.ts'

const minute = 60_000
const day = 86_400_000
const iso = (at: number) => new Date(at).toISOString()

/** Tasks of the staff: done long ago, due soon, overdue, for nobody yet. */
export function buildTasks(setting: Setting, staff: readonly Person[], people: readonly Person[]) {
  const { random, now } = setting
  const words = {
    ...taskSlots,
    place: places,
    business: businesses,
    person: people.slice(0, 60).map(({ row }) => row.name),
  }
  return Array.from({ length: 220 }, (_, i) => {
    const [template, description] = random.pick(taskTexts)
    const title = taskExtras[i] ?? fill(template, words, random)
    const created = now - Math.floor(240 * random.next() ** 1.7 * day) - random.int(1, 900) * minute
    const due = random.chance(0.85) ? created + random.int(1, 40) * day : null
    const old = due !== null && due < now - 6 * day
    return {
      id: random.id(created),
      title,
      description: taskExtras[i] ? null : description,
      assignee_id: random.chance(0.85) ? random.pick(staff).row.id : null,
      due_at: due === null ? null : iso(due),
      priority: random.weighted([
        ['low', 18],
        ['normal', 52],
        ['high', 22],
        ['urgent', 8],
      ] as const),
      status: random.weighted(
        old
          ? ([
              ['done', 80],
              ['cancelled', 10],
              ['doing', 6],
              ['todo', 4],
            ] as const)
          : ([
              ['todo', 50],
              ['doing', 28],
              ['done', 20],
              ['cancelled', 2],
            ] as const),
      ),
      created_at: iso(created),
      updated_at: iso(Math.min(now, created + random.int(0, 20) * day)),
    }
  })
}

/** Minor units in one unit, and by how much a price in euros grows. */
const currencies = {
  EUR: [100, 1],
  USD: [100, 1.1],
  GBP: [100, 0.85],
  JPY: [1, 160],
  KWD: [1000, 0.33],
} as const

type Currency = keyof typeof currencies

const price = (euros: number, currency: Currency) => {
  const [minor, rate] = currencies[currency]
  // To a tenth of a unit, as prices are; yen have no tenths.
  return Math.round(euros * rate * Math.min(minor, 10)) * (minor / Math.min(minor, 10))
}

/** Bills, their numbers given. */
export function buildBills(
  setting: Setting,
  groups: { members: readonly Person[]; owners: readonly Person[] },
  numbers: readonly string[],
) {
  const { random, now } = setting
  const months = Array.from({ length: 12 }, (_, i) =>
    new Date(now - i * 30 * day).toLocaleDateString('en', {
      month: 'long',
      year: 'numeric',
      timeZone: 'UTC',
    }),
  )
  const words = { month: months, hours: ['2', '3', '4', '6', '8', '10', '12'] }
  return numbers
    .map(
      (_, i) =>
        now -
        Math.floor(540 * ((numbers.length - i) / numbers.length) ** 1.4 * day) +
        random.int(-600, 0) * minute,
    )
    .sort((a, b) => a - b)
    .map((created, i) => {
      const [template, to, low, high] = random.pick(billTexts)
      const payer =
        to === 'outside' ? null : random.pick(to === 'member' ? groups.members : groups.owners)
      const currency = random.weighted([
        ['EUR', 60],
        ['USD', 14],
        ['GBP', 12],
        ['JPY', 8],
        ['KWD', 6],
      ] as const)
      const draft = random.chance(0.06)
      // Bills name days without an hour: midnights in UTC.
      const issued = Math.floor(Math.min(now, created + random.int(0, 2) * day) / day) * day
      const due = issued + random.pick([14, 14, 30, 30, 45]) * day
      const status = draft
        ? 'draft'
        : random.weighted(
            due < now
              ? ([
                  ['paid', 84],
                  ['overdue', 12],
                  ['void', 4],
                ] as const)
              : ([
                  ['due', 62],
                  ['paid', 35],
                  ['void', 3],
                ] as const),
          )
      const paid =
        status === 'paid'
          ? Math.min(now - random.int(5, 900) * minute, issued + random.int(1, 40) * day)
          : null
      return {
        id: random.id(created),
        number: numbers[i] as string,
        title: fill(template, words, random),
        payer_id: payer?.row.id ?? null,
        payer_name: payer
          ? (payer.row.business_name ?? payer.row.name)
          : random.pick(outsidePayers),
        amount: price(low + (high - low) * random.next() ** 2, currency),
        currency,
        status,
        issued_at: draft ? null : iso(issued),
        due_at: draft ? null : iso(due),
        paid_at: paid === null ? null : iso(Math.max(paid, issued)),
        notes: random.chance(0.12) ? random.pick(billNotes) : null,
        created_at: iso(created),
        updated_at: iso(Math.min(now, paid ?? created)),
      }
    })
}

/** Which pictures suit the things of a category. */
const shapesOf: Record<string, readonly Shape[]> = {
  furniture: ['table', 'shelf'],
  clothing: ['shirt'],
  'tools-for-sale': ['hammer'],
  bicycles: ['bicycle'],
  handmade: ['pot', 'jar'],
  'for-children': ['bicycle', 'shirt'],
  devices: ['radio'],
  plants: ['plant'],
  'books-media': ['shelf'],
  food: ['jar'],
}
const anyShape: readonly Shape[] = ['shelf', 'pot']

/** Things for sale; some of them deleted. */
export function buildShoppingPosts(
  setting: Setting,
  sellers: readonly Person[],
  categories: Map<string, string>,
) {
  const { random, pictures, now } = setting
  return Array.from({ length: 240 }, (_, i) => {
    const [slug, title, description, low, high] = offers[
      i % offers.length
    ] as (typeof offers)[number]
    const created = now - Math.floor(420 * random.next() ** 1.8 * day) - random.int(1, 900) * minute
    const age = now - created
    const currency = random.weighted([
      ['EUR', 78],
      ['USD', 8],
      ['GBP', 8],
      ['JPY', 4],
      ['KWD', 2],
    ] as const)
    const deleted = i % 12 === 7
    return {
      id: random.id(created),
      title,
      description: random.chance(0.92) ? description : null,
      price: price(low + (high - low) * random.next(), currency),
      currency,
      seller_id: random.pick(sellers).row.id,
      images: random.chance(0.85)
        ? Array.from({ length: random.int(1, 3) }, () =>
            random.pick(pictures.products[random.pick(shapesOf[slug] ?? anyShape)]),
          )
        : [],
      category_id: categories.get(slug) ?? null,
      status: random.weighted(
        age > 60 * day
          ? ([
              ['sold', 70],
              ['available', 25],
              ['reserved', 5],
            ] as const)
          : ([
              ['available', 72],
              ['reserved', 14],
              ['sold', 14],
            ] as const),
      ),
      // Within what the trash keeps, so that there is something in it for a while.
      deleted_at: deleted
        ? iso(created + age - Math.floor(Math.min(age, 25 * day) * random.next()))
        : null,
      created_at: iso(created),
      updated_at: iso(created + Math.floor(age * random.next())),
    }
  })
}
