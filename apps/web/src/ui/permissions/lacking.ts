import type { Permission } from '@steward/contract/permissions/permissions'
import { isObject } from '../../api/answers/read.ts'
import { Failure } from '../../api/failure.ts'

/** A permission that somebody has for other records than these, for which they can ask colleagues. */
export interface Lacking {
  permission: Permission
  records: readonly { _id: string; title: string | null }[]
}

/** What a refusal says that can be asked for; null for any other failure. */
export function lackingIn(thrown: unknown): Lacking | null {
  if (!(thrown instanceof Failure) || thrown.code !== 'not_permitted') return null
  const { data } = thrown
  return isObject(data) && isObject(data['permission']) && Array.isArray(data['records'])
    ? (data as object as Lacking)
    : null
}

/** The same of several failures, by the permission of the first; null where none can be asked for. */
export function allLackingIn(failures: readonly unknown[]): Lacking | null {
  const [first, ...others] = failures.flatMap((each) => lackingIn(each) ?? [])
  if (!first) return null
  const { permission } = first
  const isSame = (each: Lacking) => JSON.stringify(each.permission) === JSON.stringify(permission)
  return {
    permission,
    records: [first, ...others.filter(isSame)].flatMap(({ records }) => records),
  }
}
