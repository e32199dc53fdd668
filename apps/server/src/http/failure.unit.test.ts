import { wording } from '@steward/contract/values/said'
import { saidIn, say } from '@steward/i18n/sentence'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { namesOf } from '../modules/roles/permissions.rules.ts'
import { mustNotOutrank } from '../modules/users/users.rules.ts'
import { holding } from '../testing/grants.ts'
import { conflict, Failure, invalidField, notFound, pleaseCheck } from './failure.ts'
import { validate } from './validate.ts'

/** The body of what is thrown, as it is sent. */
function bodyOf(work: () => unknown): ReturnType<Failure['body']> {
  try {
    work()
  } catch (error) {
    return JSON.parse(JSON.stringify((error as Failure).body()))
  }
  throw new Error('nothing was refused')
}
const sent = (failure: Failure) =>
  bodyOf(() => {
    throw failure
  })

test('a message without values is its own id', () => {
  expect(sent(notFound('There is no such user.'))).toEqual({
    message: 'There is no such user.',
    code: 'not_found',
  })
})

test('a message with values has its template and the values beside it', () => {
  expect(
    sent(conflict(say('You have {max} passkeys, {name}.', { max: 2000, name: 'Ada' }))),
  ).toEqual({
    message: 'You have 2,000 passkeys, Ada.',
    template: 'You have {max} passkeys, {name}.',
    params: { max: 2000, name: 'Ada' },
    code: 'conflict',
  })
})

test('a text of the other direction stands as it is in English', () => {
  const { message } = notFound(
    say('{name} and {others} left.', { name: 'דנה', others: ['שי', 'א'] }),
  )
  expect(message).toBe('דנה and שי and א left.')
})

test('a value that is itself a message is sent as one', () => {
  const permissions = namesOf([{ module: 'Roles', submodule: 'Roles', action: 'list' }])
  const { message, params } = sent(
    conflict(say('{name} has {permissions}.', { name: 'A', permissions })),
  )
  expect(message).toBe('A has “Roles · Roles · see the list”.')
  expect(params).toEqual({
    name: 'A',
    permissions: {
      template: '“{first}”',
      params: {
        first: {
          template: '{module} · {submodule} · {action}',
          params: {
            module: { template: 'Roles', params: {} },
            submodule: { template: 'Roles', params: {} },
            action: { template: 'see the list', params: {} },
          },
        },
      },
    },
  })
})

test('an entry of a schema has the number that its words hold', () => {
  const most = wording('must have at most {max} signs', { max: 3 })
  const shape = z.object({ name: z.string().max(3, most), on: z.boolean('must be true or false') })
  const failed = bodyOf(() => validate(shape, { name: 'four', on: 1 }))
  expect(failed.message).toBe(
    'Please check: name must have at most 3 signs; on must be true or false.',
  )
  expect(failed.errors).toEqual([
    {
      msg: 'Must have at most 3 signs',
      path: 'name',
      template: 'must have at most {max} signs',
      params: { max: 3 },
    },
    { msg: 'Must be true or false', path: 'on' },
  ])
})

test('what is wrong at one field is named in the sentence', () => {
  const failed = sent(
    invalidField('role', say('must be active, which {role} is not', { role: 'R' })),
  )
  expect(failed.message).toBe('Please check: role must be active, which R is not.')
  expect(failed.params).toMatchObject({ problems: { params: { field: 'role' } } })
})

test('what was sent gives the same English, whatever people have typed', () => {
  const session = { owner: false, lasting: holding() }
  const self = { user: { id: 'self' } }
  const text = fc.string({ unit: 'grapheme' })
  fc.assert(
    fc.property(text, text, fc.nat(), (name, path, n) => {
      const owner = {
        user: { id: 'other', name },
        role: { name: path, system: true },
        rights: holding(),
      }
      const refusals = [
        bodyOf(() => mustNotOutrank({ session, self } as never, owner as never)),
        sent(
          notFound(say('The role “{role}” has been deleted. Restore it first.', { role: name })),
        ),
        sent(invalidField(path, say('must be at least {n}, {name}', { n, name }))),
        sent(
          new Failure(
            'invalid',
            pleaseCheck([
              { path, msg: 'is required' },
              { path: name, msg: 'is wrong' },
            ]),
          ),
        ),
        sent(conflict(say('{n, plural, one {# person} other {# people}} in {name}.', { n, name }))),
      ]
      for (const { message, template = '', params = {} } of refusals)
        expect(String(saidIn({ template, params }))).toBe(message)
    }),
  )
})
