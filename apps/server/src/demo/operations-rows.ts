import type { Shape } from './pictures.ts'
import { day, iso, minute, type Random } from './random.ts'
import { changed, type Setting } from './setting.ts'
import type { Offer, Words } from './words.ts'

export function taskRow(created: number, setting: Setting) {
  const { random, now, id, staff, members, words: all } = setting
  const { taskSlots, places: place, businesses: business } = all
  const { title, description } = random.pick(all.taskTexts)
  const person = members.slice(0, 60).map(({ name }) => name)
  const words = { ...taskSlots, place, business, person }
  const due = random.chance(0.85) ? created + random.int(1, 40) * day : null
  const isOld = due !== null && due < now - 6 * day
  return {
    id: id(created),
    title: random.fill(title, words).slice(0, 200),
    description,
    assignee_id: random.maybe(0.85, staff)?.id ?? null,
    due_at: due === null ? null : iso(due),
    priority: random.weighted({ low: 18, normal: 52, high: 22, urgent: 8 }),
    status: random.weighted(
      isOld
        ? { done: 80, cancelled: 10, doing: 6, todo: 4 }
        : { todo: 50, doing: 28, done: 20, cancelled: 2 },
    ),
    created_at: iso(created),
    updated_at: changed(setting, created, 20),
  }
}

/** The minor units of each currency, and the factor from prices in euros to its prices. */
const currencies = {
  EUR: [100, 1],
  USD: [100, 1.1],
  GBP: [100, 0.85],
  JPY: [1, 160],
  KWD: [1000, 0.33],
} as const

/** A price between two in euros, rounded to a tenth of a unit; yen have no fractions. */
function drawPrice(random: Random, words: Words, low: number, high: number) {
  const currency = random.weighted(words.currencies)
  const [minor, rate] = currencies[currency]
  const tenths = Math.min(minor, 10)
  const euros = low + (high - low) * random.next() ** 2
  return { amount: Math.round(euros * rate * tenths) * (minor / tenths), currency }
}

export function billRow(created: number, setting: Setting) {
  const { random, now, id, members, businesses, words } = setting
  const { title, to, low, high } = random.pick(words.billTexts)
  const payer = random.maybe(to === 'outside' ? 0 : 1, to === 'member' ? members : businesses)
  const month = new Date(created).toLocaleDateString(words.language, {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  })
  // Bills have days without a time, stored as midnight in UTC.
  const issued = Math.floor(Math.min(now, created + random.int(0, 2) * day) / day) * day
  const due = issued + random.pick([14, 14, 30, 30, 45]) * day
  const isDraft = random.chance(0.06)
  const status = isDraft
    ? 'draft'
    : random.weighted(
        due < now
          ? { paid: 84, overdue: 12, void: 4, due: 0 }
          : { due: 62, paid: 35, void: 3, overdue: 0 },
      )
  const paid = Math.min(now - random.int(5, 900) * minute, issued + random.int(1, 40) * day)
  return {
    id: id(created),
    title: random.fill(title, { month: [month], hours: ['2', '3', '4', '6', '8', '10', '12'] }),
    payer_id: payer?.id ?? null,
    payer_name: payer ? (payer.business_name ?? payer.name) : random.pick(words.outsidePayers),
    ...drawPrice(random, words, low, high),
    status,
    issued_at: isDraft ? null : iso(issued),
    due_at: isDraft ? null : iso(due),
    paid_at: status === 'paid' ? iso(Math.max(paid, issued)) : null,
    notes: random.maybe(0.12, words.billNotes),
    created_at: iso(created),
    updated_at: iso(Math.min(now, status === 'paid' ? paid : created)),
  }
}

/** Which shapes of pictures suit the posts of a category, by its slug. */
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

export function offerRow(created: number, setting: Setting, offer: Offer) {
  const { random, now, id, members, businesses, category, pictures } = setting
  const { title, description, low, high } = offer
  const age = now - created
  const shape = random.pick<Shape>(shapesOf[offer.category] ?? ['shelf', 'pot'])
  const { amount, currency } = drawPrice(random, setting.words, low, high)
  return {
    id: id(created),
    title,
    description: random.maybe(0.92, [description]),
    price: amount,
    currency,
    seller_id: random.maybe(0.98, random.chance(0.1) ? businesses : members)?.id ?? null,
    images: random.chance(0.85) ? random.some(random.int(1, 3), pictures[shape]) : [],
    category_id: category(offer.category),
    status: random.weighted(
      age > 60 * day
        ? { sold: 70, available: 25, reserved: 5 }
        : { available: 72, reserved: 14, sold: 14 },
    ),
    // Recently enough that the trash keeps it for a while.
    deleted_at: random.chance(0.08)
      ? iso(now - Math.floor(Math.min(age, 25 * day) * random.next()))
      : null,
    created_at: iso(created),
    updated_at: iso(created + Math.floor(age * random.next())),
  }
}
