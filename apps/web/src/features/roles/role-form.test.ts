import { expect, it } from 'vitest'
import { changesToSend, checkFields, valuesOf } from '../../ui/form/form-fields.ts'
import { copyOf, permissionsPart, roleForm } from './role-form.ts'

const role = { _id: 'r1', name: 'Editor', description: 'Edits', image: '/uploads/a.webp' }
const before = valuesOf(roleForm, role)
const picture = `data:image/webp;base64,${btoa('picture')}`
const sends = (change: object) => changesToSend(roleForm, { ...before, ...change }, before, false)

it('sends no picture as null, and a new one as a file', () => {
  expect(sends({ image: '' })).toEqual({ image: null })
  expect(sends({ image: picture })).toEqual({ image: expect.any(Blob) })
})

it('starts a copy with another name and without the picture', () =>
  expect(copyOf(role)).toEqual({
    name: 'Editor copy',
    description: 'Edits',
    conditions: [],
    fieldRules: [],
  }))

it('says what can’t be sent, counting characters as people do', () => {
  const wrong = { ...before, name: ' ', description: 'a'.repeat(10_001), image: '' }
  expect(checkFields(roleForm, wrong, null)).toEqual({
    name: 'Enter a name',
    description: 'Enter at most 10,000 characters',
  })
  expect(checkFields(roleForm, { ...before, name: 'a'.repeat(1_000_000) }, null)).toHaveProperty(
    'name',
  )
  expect(checkFields(roleForm, { ...before, name: ` ${'🧕'.repeat(200)} ` }, null)).toEqual({})
})

it('keeps one’s own permissions on top of somebody else’s, box by box', () => {
  const modules = (list: boolean, create: boolean) => [
    { module: 'Operations', submodules: [{ name: 'Tasks', actions: { list, create } }] },
  ]
  const { open } = permissionsPart(modules(true, true))
  const part = open({ _id: 'r1', permissions: modules(true, false) }, null)
  expect(part.changes(null)).toBeNull()
  part.store.set([1], true)
  const mine = part.changes(null)
  expect(part.changes(mine)).toBeNull()
  const theirs = { _id: 'r1', permissions: modules(false, false) }
  expect(part.changesOf(theirs)).toMatchObject([{ names: { action: 'list' }, on: false }])
  expect(open(theirs, mine).toRequest()).toEqual(modules(false, true))
})
