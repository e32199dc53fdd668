import type { Kind, SpecOnlyRecord } from './records.ts'

const day = 86_400_000
const from = Date.UTC(2026, 0, 1)
const at = (days: number) => new Date(from + days * day).toISOString()
const pick = <T>(list: readonly [T, ...T[]], n: number): T => list[n % list.length] ?? list[0]

const firstNames = ['Ada', 'Björn', 'Chidi', 'Dana', 'Élise', 'Farid', 'Grace'] as const
const lastNames = ['Okafor', 'Lindqvist', 'Moreau', 'Tanaka', 'Quispe'] as const
const personName = (n: number) => `${pick(firstNames, n)} ${pick(lastNames, n >> 1)} ${n}`
const reference = (prefix: string, n: number, name: string) => ({ _id: `${prefix}${n}`, name })

/** The fields that specification section 3 names, beside the id. */
export function bareFields(kind: Kind, n: number): SpecOnlyRecord {
  if (kind === 'roles') return { name: `Role ${n}`, image: null, status: 'active' }
  if (kind === 'shoppingPosts') return { deletedAt: null }
  return {}
}

const person = (type: string) => (n: number) => ({
  name: personName(n),
  email: `${type}${n}@example.com`,
  phone: `+49 30 ${100_000 + n}`,
  type,
  status: n % 5 === 0 ? 'inactive' : 'active',
  shoppingFeedStatus: n % 3 === 0 ? 'inactive' : 'active',
})

const rich: Record<Kind, (n: number) => SpecOnlyRecord> = {
  roles: (n) => ({ ...bareFields('roles', n), description: `What role ${n} is for`, userCount: n }),
  admins: (n) => ({ ...person('admin')(n), role: reference('r', 1, 'Role 1') }),
  businessUsers: (n) => ({ ...person('business')(n), businessName: `Business ${n}` }),
  members: person('member'),
  events: (n) => ({
    title: `Event ${n}`,
    startsAt: at(n),
    endsAt: at(n + 0.1),
    location: 'Town hall',
    status: pick(['scheduled', 'live', 'ended', 'cancelled'], n),
    attendeeCount: n * 3,
  }),
  polls: (n) => ({
    kind: pick(['poll', 'survey'], n),
    title: `Poll ${n}`,
    questions: [{ text: 'Which day?', options: [{ text: 'Monday', votes: n }] }],
    responseCount: n,
    closesAt: at(n + 7),
    status: pick(['draft', 'open', 'closed'], n),
  }),
  tasks: (n) => ({
    title: `Task ${n}`,
    assignee: reference('a', 1, personName(1)),
    dueAt: at(n),
    priority: pick(['low', 'normal', 'high', 'urgent'], n),
    status: pick(['todo', 'doing', 'done', 'cancelled'], n),
  }),
  bills: (n) => ({
    number: `2026-${String(n).padStart(4, '0')}`,
    title: `Bill ${n}`,
    payer: reference('u', n, personName(n)),
    amount: n * 250,
    currency: 'EUR',
    status: pick(['draft', 'due', 'paid', 'overdue', 'void'], n),
    issuedAt: at(n),
    dueAt: at(n + 14),
  }),
  posts: (n) => ({
    author: reference('u', n, personName(n)),
    text: `What post ${n} says`,
    likeCount: n * 2,
    commentCount: n,
    reportCount: n % 4,
  }),
  categories: (n) => ({
    name: `Category ${n}`,
    slug: `category-${n}`,
    parent: null,
    position: n,
    status: n % 4 === 0 ? 'inactive' : 'active',
    postCount: n * 5,
  }),
  shoppingPosts: (n) => ({
    ...bareFields('shoppingPosts', n),
    title: `Shopping post ${n}`,
    price: n * 100,
    currency: 'EUR',
    seller: reference('u', n, personName(n)),
    status: pick(['available', 'reserved', 'sold'], n),
  }),
}

/** Fields that the screens can show, as another server may well have them. */
export const richFields = (kind: Kind, n: number): SpecOnlyRecord => ({
  ...rich[kind](n),
  createdAt: at(n / 24),
  updatedAt: at(n / 24),
})
