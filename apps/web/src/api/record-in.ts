import { type DeepPartial, textOf } from './read.ts'

/**
 * The record in what a write answered. Section 7 of the specification names no answer of a write, so
 * there may be none; else it stands under `data`, under its own name within `data`, or alone.
 * @param answer the whole answer
 * @param named what the record is called, such as `category`
 * @returns null where the answer holds no record: then it has to be loaded anew
 */
export function recordIn<T>(answer: unknown, named: string): DeepPartial<T> | null {
  if (!isObject(answer)) return null
  const { data } = answer
  if (!isObject(data)) return isRecord(answer) ? (answer as DeepPartial<T>) : null
  const under = data[named]
  if (isObject(under)) return under as DeepPartial<T>
  return isRecord(data) ? (data as DeepPartial<T>) : null
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isRecord = (value: unknown): value is Record<string, unknown> =>
  isObject(value) && (textOf(value['_id']) ?? textOf(value['id'])) !== null
