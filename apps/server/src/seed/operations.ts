import { fill } from '../demo/fill.ts'
import {
  billNotes,
  billTexts,
  businesses,
  offers,
  outsidePayers,
  places,
  taskSlots,
  taskTexts,
} from '../demo/words.ts'
import { newId } from '../ids.ts'
import { day, iso, type Row, type SeedContext, someCategory, someone } from './rows.ts'

/** A task. */
export function taskRow(created: number, context: SeedContext): Row {
  const { random, now } = context
  const [template, description] = random.pick(taskTexts)
  const due = random.chance(0.85) ? created + random.int(1, 40) * day : null
  const words = {
    ...taskSlots,
    place: places,
    business: businesses,
    person: [someone(context, 1)?.name ?? 'a neighbour'],
  }
  return {
    id: newId(created),
    title: fill(template, words, random).slice(0, 200),
    description,
    assignee_id: someone(context, 0.8)?.id ?? null,
    due_at: due === null ? null : iso(due),
    priority: random.weighted([
      ['low', 18],
      ['normal', 52],
      ['high', 22],
      ['urgent', 8],
    ] as const),
    status:
      due !== null && due < now - 10 * day
        ? random.weighted([
            ['done', 85],
            ['cancelled', 8],
            ['todo', 7],
          ] as const)
        : random.weighted([
            ['todo', 55],
            ['doing', 30],
            ['done', 15],
          ] as const),
    created_at: iso(created),
    updated_at: iso(created),
  }
}

const months = Array.from({ length: 12 }, (_, i) =>
  new Date(Date.UTC(2024, i)).toLocaleDateString('en', { month: 'long', timeZone: 'UTC' }),
)

/** A bill under a number. */
export function billRow(created: number, context: SeedContext, number: string): Row {
  const { random, now } = context
  const [template, , low, high] = random.pick(billTexts)
  const payer = someone(context, 0.9)
  const [currency, minor] = random.weighted([
    [['EUR', 100], 60],
    [['USD', 100], 20],
    [['GBP', 100], 10],
    [['JPY', 1], 6],
    [['KWD', 1000], 4],
  ] as const)
  const due = created + random.pick([14, 30, 45]) * day
  const status =
    due < now
      ? random.weighted([
          ['paid', 86],
          ['overdue', 10],
          ['void', 4],
        ] as const)
      : random.weighted([
          ['due', 60],
          ['paid', 32],
          ['draft', 8],
        ] as const)
  return {
    id: newId(created),
    number,
    title: fill(template, { month: months, hours: ['2', '3', '4', '6', '8'] }, random),
    payer_id: payer?.id ?? null,
    payer_name: payer?.name ?? random.pick(outsidePayers),
    amount: Math.round((low + (high - low) * random.next() ** 2) * minor),
    currency,
    status,
    issued_at: status === 'draft' ? null : iso(created),
    due_at: iso(due),
    paid_at: status === 'paid' ? iso(Math.min(now, created + random.int(1, 30) * day)) : null,
    notes: random.chance(0.1) ? random.pick(billNotes) : null,
    created_at: iso(created),
    updated_at: iso(created),
  }
}

/** Something for sale. */
export function shoppingPostRow(created: number, context: SeedContext): Row {
  const { random, now } = context
  const [, title, description, low, high] = random.pick(offers)
  const [currency, minor] = random.weighted([
    [['EUR', 100], 80],
    [['USD', 100], 12],
    [['JPY', 1], 8],
  ] as const)
  const old = created < now - 60 * day
  return {
    id: newId(created),
    title: random.chance(0.4) ? `${title}, ${random.pick(places)}` : title,
    description,
    price: Math.round((low + (high - low) * random.next()) * minor),
    currency,
    seller_id: someone(context, 0.98)?.id ?? null,
    images: [],
    category_id: someCategory(context),
    status: random.weighted(
      old
        ? ([
            ['sold', 75],
            ['available', 25],
          ] as const)
        : ([
            ['available', 75],
            ['reserved', 12],
            ['sold', 13],
          ] as const),
    ),
    deleted_at: random.chance(0.06)
      ? iso(created + Math.floor((now - created) * random.next()))
      : null,
    created_at: iso(created),
    updated_at: iso(created),
  }
}
