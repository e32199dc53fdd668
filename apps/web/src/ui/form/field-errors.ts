import { isLeftToGuard, toFailure } from '../../api/failure.ts'

export interface FieldErrors {
  /** Messages by field name; several for one field are joined as sentences. */
  fields: Record<string, string>
  rest: string[]
}

/**
 * Splits what was thrown, if anything, by the form's fields; `permissions.0.module` counts as `permissions`.
 * @param prefix what precedes the names in paths, such as `data.`
 */
export function fieldErrors(thrown: unknown, names: readonly string[], prefix = ''): FieldErrors {
  const found: FieldErrors = { fields: {}, rest: [] }
  const failure = thrown ? toFailure(thrown) : null
  if (!failure || isLeftToGuard(failure)) return found
  for (const { msg, path } of failure.entries) {
    const name = names.find((each) => `${path}.`.startsWith(`${prefix}${each}.`))
    const before = name === undefined ? undefined : found.fields[name]
    if (name === undefined) found.rest.push(msg)
    else
      found.fields[name] = before
        ? `${before}${/[.!?…。！？؟।]$/.test(before) ? '' : '.'} ${msg}`
        : msg
  }
  return found
}
