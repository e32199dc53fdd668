type Ends = readonly [up: string, down: string]

const planned: Ends = ['soonest first', 'latest first']
const past: Ends = ['oldest first', 'newest first']
const number: Ends = ['least first', 'most first']
const amount: Ends = ['lowest first', 'highest first']

const ends: Readonly<Record<string, Ends>> = {
  startsAt: planned,
  endsAt: planned,
  opensAt: planned,
  closesAt: planned,
  dueAt: planned,
  amount,
  price: amount,
  priority: ['least urgent first', 'most urgent first'],
  position: ['from the top', 'from the bottom'],
}

const names: Readonly<Record<string, string>> = {
  at: 'time',
  createdAt: 'creation',
  deletedAt: 'deletion',
  lastActiveAt: 'last activity',
  startsAt: 'start',
  closesAt: 'closing time',
  dueAt: 'due date',
  position: 'place in the tree',
}

/** What a list is sorted by, in the middle of a sentence. */
export const sortName = (field: string, label?: string): string =>
  names[field] ?? (label ?? field).toLowerCase()

/** What comes first, by the kind of the field: going up, and going down. */
export const sortEnds = (field: string): Ends =>
  ends[field] ??
  (/(^at|At)$/.test(field) ? past : /Count$/.test(field) ? number : ['A to Z', 'Z to A'])
