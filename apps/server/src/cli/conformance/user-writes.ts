import type { Check } from './check.ts'
import { change, type Kind, make, nameOf, remove } from './made-record.ts'
import { tryRestore } from './own-calls.ts'
import { textOf } from './reading.ts'
import { detailsOf } from './user-details.ts'

const user: Kind = {
  what: 'user',
  create: 'users.create',
  list: 'users.list',
  delete: 'users.delete',
  under: 'users',
  search: 'search',
  answersRecord: false,
}

const later = ['update', 'details', 'changeStatus', 'setShoppingFeed', 'delete'] as const

/** Makes a member whom no mail can reach, changes them in every way and deletes them. */
export async function checkUserWrites(check: Check): Promise<void> {
  const name = nameOf(check)
  const email = `conformance-${check.mark}@steward.invalid`
  const made = await make(check, user, { json: { name, email, type: 'member' } })
  if (!made?.id) {
    for (const call of later) {
      check.findings.add(`users.${call}`, 'not tried', 'no user could be made')
    }
    return
  }
  const id = made.id
  const params = { id }
  const before = await detailsOf(check, id)

  const form = new FormData()
  const changed = `${name}, changed`
  for (const [field, value] of Object.entries({ id, name: changed, email })) {
    form.append(field, value)
  }
  const named = { id, expected: { name: changed } }
  await change(check, user, 'users.update', { params, form }, named)

  const was = textOf(before?.['status'])
  const swapped = was === 'active' ? 'inactive' : was === 'inactive' ? 'active' : null
  const status = swapped === null ? {} : { status: swapped }
  await change(check, user, 'users.changeStatus', { params }, { id, expected: status })

  const feed = before?.['shoppingFeedStatus'] === 'active' ? 'inactive' : 'active'
  const sent = { params: { userId: id }, json: { status: feed } }
  const fed = { id, expected: { shoppingFeedStatus: feed } }
  await change(check, user, 'users.setShoppingFeed', sent, fed)

  if (await remove(check, user, made)) await tryRestore(check, 'users.restore', made)
}
