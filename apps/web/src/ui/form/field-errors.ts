import { type Failure, isLeftToGuard, toFailure } from '../../api/failure.ts'
import { toast } from '../feedback/messages.tsx'

/** A failure, taken apart for a form. */
export interface FieldErrors {
  /** What stands at each field; several things in a sentence each. */
  fields: Record<string, string>
  /** What has no field here. */
  rest: string[]
}

/**
 * Puts what a failure says where it belongs, in the server's own words. A lost session says nothing here.
 * @param names the fields of the form; `permissions.0.module` counts as `permissions`
 */
export function fieldErrors(failure: Failure | null, names: readonly string[]): FieldErrors {
  const found: FieldErrors = { fields: {}, rest: [] }
  if (failure && isLeftToGuard(failure)) return found
  for (const { msg, path } of failure?.entries ?? []) {
    const name = names.find((each) => path === each || path?.startsWith(`${each}.`))
    const before = name === undefined ? undefined : found.fields[name]
    if (name === undefined) found.rest.push(msg)
    else found.fields[name] = before ? `${before}${/[.!?]$/.test(before) ? '' : '.'} ${msg}` : msg
  }
  return found
}

/** The same for a form without a place for the rest, which is shown as messages (specification section 8). */
export function showFieldErrors(thrown: unknown, names: readonly string[]): FieldErrors['fields'] {
  const { fields, rest } = fieldErrors(toFailure(thrown), names)
  for (const words of rest) toast.error(words)
  return fields
}
