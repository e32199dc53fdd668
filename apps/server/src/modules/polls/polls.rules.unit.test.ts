import { expect, test } from 'vitest'
import { refusalOf } from '../../testing/refusals.ts'
import { mustCloseAfterOpening, pollColumns, statusColumns, statusOf } from './polls.rules.ts'

type Row = Parameters<typeof pollColumns>[0]
type Fields = Parameters<typeof pollColumns>[1]

const [before, now, after] = ['2026-03-01', '2026-03-02', '2026-03-03'].map(
  (day) => `${day}T00:00:00.000Z`,
) as [string, string, string]
const at = new Date(now)
const question = (votes = 0) => ({
  text: 'Tea?',
  options: [
    { text: 'Yes', votes },
    { text: 'No', votes: 0 },
  ],
})
const row = (fields: Partial<Row> = {}): Row =>
  ({
    kind: 'poll',
    status: 'open',
    opens_at: null,
    closes_at: null,
    response_count: 0,
    questions: [question()],
    ...fields,
  }) as Row
const invalid = (path: string, msg: string, message: string) => ({
  code: 'invalid',
  message,
  errors: [{ msg, path }],
})

test.each([
  ['open', null, 'open'],
  ['open', after, 'open'],
  ['open', now, 'closed'],
  ['open', before, 'closed'],
  ['draft', before, 'draft'],
  ['closed', after, 'closed'],
] as const)('a poll that is %s and closes at %s is %s', (status, closes_at, is) => {
  expect(statusOf({ status, closes_at }, now)).toBe(is)
})

test('a poll closes after it opens', () => {
  const sentence = 'A poll can’t close before it opens.'
  const refused = (of: Partial<Row>, fields: Fields) =>
    refusalOf(() => mustCloseAfterOpening(row(of), fields))
  const closing = invalid('closesAt', 'must be after the opening time', sentence)
  const opening = invalid('opensAt', 'must be before the closing time', sentence)
  expect(refused({ opens_at: now }, { closesAt: before })).toEqual(closing)
  expect(refused({ opens_at: now }, { closesAt: now })).toEqual(closing)
  expect(refused({}, { opensAt: now, closesAt: before })).toEqual(closing)
  expect(refused({ closes_at: now }, { opensAt: after })).toEqual(opening)
  // What stands already is not held against a change of something else.
  mustCloseAfterOpening(row({ opens_at: after, closes_at: before }), {})
  for (const fields of [
    { closesAt: after },
    { closesAt: null },
    { opensAt: before },
    { opensAt: null },
  ])
    mustCloseAfterOpening(row({ opens_at: now, closes_at: after }), fields)
})

test.each<[string, Partial<Row>, Fields, object]>([
  ['is not changed', {}, {}, {}],
  ['is what it is', {}, { status: 'open' }, {}],
  ['is closed by its time already', { closes_at: before }, { status: 'closed' }, {}],
  ['closes: now', {}, { status: 'closed' }, { status: 'closed', closes_at: now }],
  [
    'closes before its time: now',
    { closes_at: after },
    { status: 'closed' },
    { status: 'closed', closes_at: now },
  ],
  [
    'closes as a draft whose time has passed',
    { status: 'draft', closes_at: before },
    { status: 'closed' },
    { status: 'closed' },
  ],
  [
    'closes at a time that is sent',
    {},
    { status: 'closed', closesAt: after },
    { status: 'closed' },
  ],
  ['closes before it opens', { opens_at: after }, { status: 'closed' }, { status: 'closed' }],
  ['closes as it opens', { opens_at: now }, { status: 'closed' }, { status: 'closed' }],
  [
    'closes after it opened',
    { opens_at: before },
    { status: 'closed' },
    { status: 'closed', closes_at: now },
  ],
  [
    'closes before an opening that is sent',
    {},
    { status: 'closed', opensAt: after },
    { status: 'closed' },
  ],
  ['opens', { status: 'draft' }, { status: 'open' }, { status: 'open' }],
  [
    'opens for later',
    { status: 'draft', closes_at: after },
    { status: 'open' },
    { status: 'open' },
  ],
  [
    'opens again: without the time that has passed',
    { closes_at: before },
    { status: 'open' },
    { status: 'open', closes_at: null },
  ],
  [
    'opens again at the very time',
    { closes_at: now },
    { status: 'open' },
    { status: 'open', closes_at: null },
  ],
  [
    'opens again until a time that is sent',
    { closes_at: before },
    { status: 'open', closesAt: after },
    { status: 'open' },
  ],
  ['goes back to draft', {}, { status: 'draft' }, { status: 'draft' }],
])('the status of a poll %s', (_, of, fields, columns) => {
  expect(statusColumns(row(of), fields, at)).toEqual(columns)
})

test('a poll is not opened with a closing time that has passed', () => {
  const refusal = invalid(
    'closesAt',
    'must be in the future while it is open',
    'It can’t be opened because its closing time has passed.',
  )
  for (const closesAt of [before, now])
    expect(
      refusalOf(() => statusColumns(row({ status: 'draft' }), { status: 'open', closesAt }, at)),
    ).toEqual(refusal)
})

test('a poll with answers doesn’t go back to draft', () => {
  for (const of of [{ response_count: 1 }, { questions: [question(1)] }])
    expect(refusalOf(() => statusColumns(row(of), { status: 'draft' }, at)).message).toBe(
      'It already has answers, so it can’t go back to draft. Close it instead.',
    )
})

test('what a poll asks is written where it is another', () => {
  const columns = (of: Partial<Row>, fields: Fields) => pollColumns(row(of), fields, at)
  const asked = [{ text: 'Tea?', options: [{ text: 'Yes' }, { text: 'No' }] }]
  expect(columns({ questions: [question(2)] }, { questions: asked })).toEqual({})
  // The database keeps keys in an order of its own.
  const turned = [
    { options: question().options.map(({ text, votes }) => ({ votes, text })), text: 'Tea?' },
  ]
  expect(columns({ questions: turned }, { questions: asked })).toEqual({})
  const other = [{ text: 'Tea?', options: [{ text: 'Yes' }, { text: 'Never' }] }]
  expect(columns({}, { questions: other })).toEqual({
    questions: [
      {
        text: 'Tea?',
        options: [
          { text: 'Yes', votes: 0 },
          { text: 'Never', votes: 0 },
        ],
      },
    ],
  })
  expect(columns({}, { title: 'Drinks', status: 'closed' })).toEqual({
    title: 'Drinks',
    status: 'closed',
    closes_at: now,
  })
  expect(refusalOf(() => columns({ opens_at: now }, { closesAt: before })).code).toBe('invalid')
})

test('the kind of a poll fits its questions, and stays once it has answers', () => {
  const columns = (of: Partial<Row>, fields: Fields) => pollColumns(row(of), fields, at)
  expect(columns({}, { kind: 'poll' })).toEqual({})
  const two = [question(), { ...question(), text: 'Milk?' }]
  expect(columns({ questions: two }, { kind: 'survey' })).toEqual({ kind: 'survey' })
  expect(refusalOf(() => columns({}, { kind: 'survey' })).errors).toMatchObject([
    { path: 'questions' },
  ])
  expect(refusalOf(() => columns({}, { questions: two })).errors).toMatchObject([
    { path: 'questions' },
  ])
  // What stands already is not held against a change of something else.
  expect(columns({ questions: two }, { title: 'Drinks' })).toEqual({ title: 'Drinks' })
  const msg = 'It already has answers, so it can’t be changed between poll and survey.'
  expect(
    refusalOf(() => columns({ questions: two, response_count: 1 }, { kind: 'survey' })),
  ).toEqual({ code: 'conflict', message: msg, errors: [{ path: 'kind', msg }] })
})
