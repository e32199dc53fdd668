// @vitest-environment jsdom
import { currentTranslator, setTranslator, translator } from '@steward/i18n/reader'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { readFailure } from './failure.ts'
import { changeWords } from './language/own-words.ts'
import { said } from './said.ts'

const english = currentTranslator()
beforeEach(() =>
  setTranslator(
    translator(
      { language: 'de', locale: 'de' },
      {
        'There is no such user.': 'Diese Person gibt es nicht.',
        'There is no such {record}.': [['record'], ' nicht gefunden.'],
        '{record} saved.': [['record'], ' gespeichert.'],
        bill: 'Rechnung',
        'is required': 'ist nötig',
        'must have at most {max} characters': ['darf höchstens ', ['max'], ' Zeichen haben'],
      },
    ),
  ),
)
afterEach(() => setTranslator(english))

const bill = { template: 'bill', params: {} }

it('writes a message in the reader’s language, with values that are messages too', () => {
  expect(said('There is no such user.')).toBe('Diese Person gibt es nicht.')
  const sent = { template: 'There is no such {record}.', params: { record: bill } }
  expect(said('There is no such bill.', sent)).toBe('Rechnung nicht gefunden.')
  // A noun at the beginning of an English sentence is that of the middle of one.
  const saved = { template: '{record} saved.', params: { record: { ...bill, template: 'Bill' } } }
  expect(said('Bill saved.', saved)).toBe('Rechnung gespeichert.')
})

it('begins each entry of a failure with a capital letter', () => {
  const { message, entries } = readFailure(422, {
    message: 'There is no such user.',
    errors: [
      { msg: 'Is required', path: 'name' },
      {
        msg: 'Must have at most 2,000 characters',
        path: 'text',
        template: 'must have at most {max} characters',
        params: { max: 2000 },
      },
    ],
  })
  expect(message).toBe('Diese Person gibt es nicht.')
  expect(entries).toEqual([
    { msg: 'Ist nötig', path: 'name' },
    { msg: 'Darf höchstens 2.000 Zeichen haben', path: 'text' },
  ])
})

it('writes our English by the words of the community, and leaves what people typed', async () => {
  const own = { member: 'neighbour', bill: 'invoice', user: 'guest' }
  await changeWords({ en: own })
  const params = { record: bill, name: 'Member bill', users: ['user', 'a user'] }
  const sent = { template: '{record} of {name} for {users}, a user', params }
  const message = 'Bill of Member bill for user and a user, a user'
  // Another server’s English may hold anything.
  expect(said('There is no such user.')).toBe('There is no such user.')
  globalThis.stewardEarly = { own: true } as typeof globalThis.stewardEarly
  await changeWords({ en: own })
  expect(said('There is no such user.')).toBe('There is no such guest.')
  expect(said(message, sent)).toBe('Invoice of Member bill for user and a user, a user')
  expect(said('1 bill of Ann', { template: '…', params: { name: 'Ann', n: 1 } })).toBe(
    '1 invoice of Ann',
  )
  globalThis.stewardEarly = undefined
  await changeWords({})
})

it('leaves what it has no translation of as it is', () => {
  expect(said('The {braces} of another server')).toBe('The {braces} of another server')
  expect(said('constructor', { template: 'toString', params: 'no' })).toBe('constructor')
  const unknown = { template: '{n, plural, one {# row} other {# rows}}', params: { n: 2 } }
  expect(said('2 rows', unknown)).toBe('2 rows')
  const within = { template: 'There is no such {record}.', params: { record: unknown } }
  expect(said('There is no such 2 rows.', within)).toBe('There is no such 2 rows.')
  expect(readFailure(400, { errors: ['must be tall'] }).entries).toEqual([{ msg: 'must be tall' }])
})
