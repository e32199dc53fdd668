import { type AreaName, areas } from '@steward/contract/areas/areas'
import { areaFields } from '@steward/contract/areas/listings'
import { isObject } from './read.ts'
import { readRecord } from './read-record.ts'

/**
 * The record in the answer of a write. Section 7 of the specification defines no answers of writes,
 * so there may be none; else it is `data`, a property of `data` by its name, or the answer itself.
 * @param answer the whole answer
 * @returns null where the answer holds no record: then it has to be loaded again
 */
export function recordIn<T>(area: AreaName, answer: unknown): T | null {
  if (!isObject(answer)) return null
  const { data } = answer
  // Of a shopping post it is `post`.
  const named = areas[area].one.split(' ').at(-1) as string
  if (isObject(data) && isObject(data[named])) return read<T>(area, data[named])
  const record = isObject(data) ? data : answer
  return record['_id'] || record['id'] ? read<T>(area, record) : null
}

const read = <T>(area: AreaName, record: object) => readRecord(areaFields[area], record) as T
