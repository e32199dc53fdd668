import { expect, it } from 'vitest'
import { differencesOf, mergeValues, problemsOf, roleBody, startOf, valuesOf } from './role-form.ts'

const role = {
  _id: 'r1',
  name: 'Editor',
  description: 'Edits',
  image: '/uploads/a.webp',
  version: 2,
}
const before = valuesOf(role)
const picture = `data:image/webp;base64,${btoa('picture')}`
const tasks = { module: 'Operations', submodule: 'Tasks', action: 'list' }

it('sends what differs: JSON, or a form with a picture', () => {
  const beside = { _id: 'r1', version: 2 }
  expect(roleBody(beside, before, { ...before, description: '' }, null)).toEqual({
    ...beside,
    description: '',
  })
  expect(roleBody(beside, before, { ...before, image: null }, null)).toMatchObject({ image: null })
  const form = roleBody(beside, before, { ...before, image: picture }, [])
  expect(form).toBeInstanceOf(FormData)
  const sent = form as FormData
  expect([sent.get('_id'), sent.get('version'), sent.get('permissions')]).toEqual(['r1', '2', '[]'])
  expect(sent.get('image')).toBeInstanceOf(Blob)
})

it('sends of a new role its name, whatever it is', () => {
  const values = valuesOf(null)
  expect(roleBody({}, values, values, null)).toEqual({ name: '' })
})

it('starts a copy with another name and without the picture', () =>
  expect(startOf(null, role)).toEqual({ name: 'Editor copy', description: 'Edits', image: null }))

it('keeps one’s own changes on top of somebody else’s, and says what those are', () => {
  const mine = { ...before, description: 'Mine' }
  const theirs = { ...before, name: 'Editors', description: 'Theirs' }
  expect(mergeValues(before, mine, theirs)).toEqual({ ...theirs, description: 'Mine' })
  expect(differencesOf(before, mine, theirs, [], [{ names: tasks, on: false }])).toEqual([
    { label: 'Name', mine: 'not changed', theirs: 'Editors' },
    { label: 'Description', mine: 'Mine', theirs: 'Theirs' },
    { label: 'Permissions', mine: 'not changed', theirs: 'takes away list tasks' },
  ])
})

it('says what can’t be sent, counting characters as people do', () => {
  expect(problemsOf({ name: ' ', description: 'a'.repeat(10_001), image: null })).toEqual({
    name: 'Enter a name',
    description: 'Enter at most 10,000 characters',
  })
  expect(problemsOf({ ...before, name: 'a'.repeat(1_000_000) })).toHaveProperty('name')
  expect(problemsOf({ ...before, name: ` ${'🧕'.repeat(200)} ` })).toEqual({})
})
