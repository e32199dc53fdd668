import { textOf } from './answers/read.ts'
import { mayAskEarly } from './browser/refused-lists.ts'
import type { Listing, ListName } from './listing.ts'

/** The calls that list users of one type alone (specification section 7), and their pages. */
const typedLists = [
  { call: 'users.listAdmins', type: 'admin', page: 'users-admins' },
  { call: 'users.listBusiness', type: 'business', page: 'users-business' },
] as const

/**
 * Adds the type of users that a server lists without one (section 3 requires only the id): those in
 * its lists of admins or of business users. Lists that can't be read are ignored.
 * @param whole loads every row of a list
 */
export async function withTypes<T>(
  listing: Listing<T>,
  whole: (call: ListName) => Promise<Listing<unknown>>,
): Promise<Listing<T>> {
  const types = new Map<string, string>()
  const asked = typedLists.filter(({ page }) => mayAskEarly(page))
  await Promise.all(
    asked.map(async ({ call, type }) => {
      const found = await whole(call).catch(() => null)
      for (const { id } of found?.rows ?? []) types.set(id, type)
    }),
  )
  const rows = listing.rows.map((row) => {
    const sent = textOf((row.record as { type?: unknown }).type)
    const type = sent === null ? types.get(row.id) : undefined
    return type === undefined ? row : { ...row, record: { ...row.record, type } }
  })
  return { ...listing, rows, ...(listing.came && { came: rows }) }
}
