import type { Check } from './check.ts'
import { change, type Kind, lookFor, make, nameOf, remove } from './made-record.ts'

const role: Kind = {
  what: 'role',
  create: 'roles.create',
  list: 'roles.list',
  delete: 'roles.delete',
  under: 'roles',
  search: 'name',
  answersRecord: false,
}

/** A picture of one pixel. */
const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

const later = ['updateStatus', 'restore', 'delete', 'updateImage', 'update'] as const

/** Makes a role that permits nothing, changes it in every way, deletes, restores and deletes it. */
export async function checkRoleWrites(check: Check): Promise<void> {
  const { findings } = check
  const name = nameOf(check)
  const made = await make(check, role, { json: { name, description: name, permissions: [] } })
  if (!made?.id) {
    for (const call of later) findings.add(`roles.${call}`, 'not tried', 'no role could be made')
    return
  }
  const id = made.id
  const changed = `${name}, changed`
  const updated = { _id: id, name: changed, description: name, permissions: [] }
  await change(check, role, 'roles.update', { json: updated }, { id, expected: { name: changed } })
  const form = new FormData()
  form.append('_id', id)
  form.append('image', new Blob([pixel], { type: 'image/png' }), 'conformance.png')
  await change(check, role, 'roles.updateImage', { form })
  const status = { json: { _id: id, status: 'inactive' } }
  const inactive = { id, expected: { status: 'inactive' } }
  if (await change(check, role, 'roles.updateStatus', status, inactive)) {
    await expectIn(check, 'roles.listInactive', id, 'a role made inactive is not in it')
  }
  if (!(await remove(check, role, made))) {
    findings.add('roles.restore', 'not tried', 'the role could not be deleted')
    return
  }
  await expectIn(check, 'roles.listDeleted', id, 'a deleted role is not in it')
  // From here on it stands again, if the call does anything at all.
  made.gone = false
  const paging = { query: { page: '1', limit: '10' }, params: { id } }
  const restored = await change(check, role, 'roles.restore', paging, { id, expected: {} })
  if (restored) await remove(check, role, made)
  else made.gone = true
}

async function expectIn(
  check: Check,
  list: 'roles.listInactive' | 'roles.listDeleted',
  id: string,
  words: string,
): Promise<void> {
  if (check.findings.of(list).verdict === 'not tried' || !check.findings.of(list).usable) return
  const found = await lookFor(check, list, role, '', id)
  if (found.readable && !found.row) check.findings.add(list, 'differs', words, true)
}
