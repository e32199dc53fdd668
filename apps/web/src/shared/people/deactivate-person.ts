import { msg, t } from '@steward/i18n/reader'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { recordIn } from '../../api/answers/record-in.ts'
import type { Reference, User } from '../../api/answers/records.ts'
import { call } from '../../api/client.ts'
import { replaceRecord } from '../../api/record-cache.ts'
import { notice, showFailure, toast, undoable } from '../../ui/messages/messages.tsx'
import { type Can, useCan } from '../../ui/permissions/permitted.tsx'
import { mayDo, statusText, typeOf, typesFor, userTypes } from './user-types.ts'

/** The people whom this page is deactivating now, so that a key pressed twice sends one call. */
const underWay = new Set<string>()

/**
 * Deactivates whom a record names; undefined where that isn't permitted. The call swaps active and inactive
 * (section 4), so their status is asked first.
 */
export function useDeactivate(person: Reference | null): (() => void) | undefined {
  const can = useCan()
  const client = useQueryClient()
  const id = person?._id
  const viewed = typesFor(can, 'view')
  if (!id || !typesFor(can, 'status').some((type) => viewed.includes(type))) return undefined
  return () => {
    if (underWay.has(id)) return
    underWay.add(id)
    deactivate(client, can, id)
      .catch(showFailure)
      .finally(() => underWay.delete(id))
  }
}

/** Whether the person may deactivate anybody; whom, the server says. */
export const useMayDeactivate = (): boolean => typesFor(useCan(), 'status').length > 0

async function deactivate(client: QueryClient, can: Can, id: string): Promise<void> {
  const user = await read(id)
  const name = user.name ?? t('This person')
  if (!mayDo(can, user, 'status')) {
    const people = t(userTypes[typeOf(user)].many)
    // i18n: {people} is a plural noun such as “members”
    return notice(t('You don’t have permission to change the status of {people}.', { people }))
  }
  if (user.status !== 'active') {
    const status = user.status ?? ''
    const reason = t(reasons[status] ?? status)
    // i18n: {reason} is such as “pending” or “reason unknown”
    return notice(t('{name} is not active: {reason}.', { name, reason }))
  }
  const answer = await swap(client, id, 'inactive')
  // Another person had just deactivated them, so this call activated them again.
  if (answer.status === 'active') await swap(client, id, 'inactive')
  const text = answer.message || statusText(name, 'inactive')
  undoable(text, () => void reactivate(client, id, name), name)
}

/** Why somebody is not active, by their status; empty where the server says none. */
const reasons: Readonly<Record<string, string>> = {
  inactive: msg('inactive'),
  pending: msg('pending'),
  deleted: msg('deleted'),
  '': msg('reason unknown'),
}

async function reactivate(client: QueryClient, id: string, name: string): Promise<void> {
  try {
    if ((await read(id)).status === 'active')
      return notice(t('{name} is already active again.', { name }))
    const { message } = await swap(client, id, 'active')
    toast.success(message || statusText(name, 'active'), name)
  } catch (thrown) {
    showFailure(thrown)
  }
}

async function read(id: string): Promise<User> {
  const answer = await call('users.details', { params: { id } })
  return recordIn<User>('users', answer) ?? { _id: id }
}

async function swap(
  client: QueryClient,
  id: string,
  wanted: 'active' | 'inactive',
): Promise<{ message: string; status: string | null }> {
  const answer = await call('users.changeStatus', { params: { id }, wanted })
  const saved = recordIn<User>('users', answer)
  replaceRecord<User>(client, 'users', id, saved ?? { status: wanted })
  return { message: answer.message, status: saved?.status ?? null }
}
