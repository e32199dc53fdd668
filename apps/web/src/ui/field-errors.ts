import type { Failure } from '../api/failure.ts'

/** A failure, taken apart for a form. */
export interface FieldErrors {
  /** What stands at each field; several things in one line each. */
  fields: Record<string, string>
  /** What has no field here. */
  rest: string[]
}

/**
 * Puts what a failure says where it belongs.
 * @param failure null gives nothing
 * @param names the fields of the form, as the call names them
 */
export function fieldErrors(failure: Failure | null, names: readonly string[]): FieldErrors {
  const found: FieldErrors = { fields: {}, rest: [] }
  for (const { msg, path } of failure?.entries ?? []) {
    const words = sentence(msg)
    if (path === undefined || !names.includes(path)) found.rest.push(words)
    else if (found.fields[path]) found.fields[path] += `\n${words}`
    else found.fields[path] = words
  }
  return found
}

/** `is required` → `Is required`, as it stands alone below its field. */
const sentence = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1)
