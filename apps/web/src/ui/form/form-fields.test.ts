import { expect, it } from 'vitest'
import {
  changedFields,
  changesToSend,
  checkFields,
  type FormFields,
  mergeValues,
  valuesOf,
} from './form-fields.ts'

interface Task {
  title: string
  done: boolean
  tags: string[]
  hours: number | null
}
type Values = { title: string; done: boolean; tags: string[]; hours: string; unit: string }

const fields: FormFields<Values, Task, Partial<Task> & { unit?: string }> = {
  title: {
    label: 'Title',
    check: (title) => (title === '' ? 'Enter a title' : null),
    always: true,
  },
  done: {
    label: 'Done',
    read: (task) => task?.done === true,
    inWords: (done) => (done ? 'yes' : 'no'),
  },
  tags: {
    label: 'Tags',
    read: (task) => (task?.tags ?? []) as string[],
    equal: (one, other) => one.join() === other.join(),
    inWords: (tags, [was]) => `${tags.join(' ')} of ${was?.title}`,
  },
  hours: {
    label: 'Hours',
    check: (hours, { unit }) => (hours === '0' ? `Enter ${unit} above 0` : null),
    toRequest: (hours) => (hours === '' ? null : Number(hours)),
    sentWith: ['unit'],
  },
  unit: { label: 'Unit', read: () => 'hours', toRequest: () => undefined },
}
const task: Task = { title: 'Tidy', done: false, tags: ['a', 'b'], hours: 2 }
const before = valuesOf(fields, task)

it('starts with what the record holds, as each field reads it', () => {
  expect(before).toEqual({
    title: 'Tidy',
    done: false,
    tags: ['a', 'b'],
    hours: '2',
    unit: 'hours',
  })
  expect(valuesOf(fields, null)).toEqual({
    title: '',
    done: false,
    tags: [],
    hours: '',
    unit: 'hours',
  })
})

it('compares each value as its field does', () => {
  const same = { ...before, tags: ['a', 'b'] }
  expect(changedFields(fields, same, before)).toEqual([])
  expect(changedFields(fields, { ...same, done: true, tags: ['a'] }, before)).toEqual([
    'done',
    'tags',
  ])
})

it('sends what differs and what goes with it, as the call takes it', () => {
  const changed = { ...before, done: true, tags: [], unit: 'days' }
  expect(changesToSend(fields, changed, before, false)).toEqual({ done: true, tags: [], hours: 2 })
  expect(changesToSend(fields, { ...before, hours: '' }, before, false)).toEqual({ hours: null })
})

it('sends of a new record what is always sent, too', () => {
  const blank = valuesOf(fields, null)
  expect(changesToSend(fields, blank, blank, true)).toEqual({ title: '' })
})

it('says all at once what is wrong', () =>
  expect(checkFields(fields, { ...before, title: '', hours: '0', unit: 'days' }, null)).toEqual({
    title: 'Enter a title',
    hours: 'Enter days above 0',
  }))

it('asks of a record that is there only about what is sent', () => {
  const odd = { ...before, title: '', hours: '0' }
  expect(checkFields(fields, { ...odd, done: true }, odd)).toEqual({})
  expect(checkFields(fields, { ...odd, unit: 'days' }, odd)).toEqual({
    hours: 'Enter days above 0',
  })
  expect(checkFields(fields, { ...odd, title: '' }, before)).toMatchObject({
    title: 'Enter a title',
  })
})

it('keeps one’s own changes on top of somebody else’s', () =>
  expect(
    mergeValues(
      fields,
      before,
      { ...before, title: 'Mine', tags: ['c'] },
      { ...before, title: 'Theirs', done: true, tags: [] },
    ),
  ).toEqual({ ...before, title: 'Mine', done: true, tags: ['c'] }))
