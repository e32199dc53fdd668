import type { Check } from './check.ts'
import { change, type Kind, make, nameOf, remove } from './made-record.ts'
import { tryRestore } from './own-calls.ts'

const category: Kind = {
  what: 'category',
  create: 'categories.create',
  list: 'categories.list',
  delete: 'categories.delete',
  under: 'categories',
  search: 'search',
  answersRecord: true,
}

/** Makes a category, changes and deletes it. */
export async function checkCategoryWrites(check: Check): Promise<void> {
  const name = nameOf(check)
  const made = await make(check, category, { json: { name } })
  if (!made?.id) {
    for (const call of ['update', 'delete'] as const) {
      check.findings.add(`categories.${call}`, 'not tried', 'no category could be made')
    }
    return
  }
  const id = made.id
  const sent = { params: { id }, json: { name: `${name}, changed` } }
  const expected = { name: `${name}, changed` }
  await change(check, category, 'categories.update', sent, { id, expected })
  if (await remove(check, category, made)) await tryRestore(check, 'categories.restore', made)
}
