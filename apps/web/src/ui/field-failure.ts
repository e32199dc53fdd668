import { type FailureLine, isLeftToGuard, toFailure } from '../api/failure.ts'
import { toast } from './messages.tsx'

/** A server's words about a field, as a sentence below that field: `Must be an e-mail address`. */
const sentence = (msg: string): string => msg.charAt(0).toUpperCase() + msg.slice(1)

/**
 * Sorts what a failure says: what is about a field of the form goes there, the rest is shown as
 * messages, one per entry (specification section 8).
 * @param fields the form's fields, by the paths that the server uses; `permissions.0.module` counts
 *   as `permissions`
 * @returns an error for each field that the failure is about
 */
export function fieldErrors(thrown: unknown, fields: readonly string[]): Record<string, string> {
  const errors: Record<string, string> = {}
  const others: FailureLine[] = []
  const failure = toFailure(thrown)
  if (isLeftToGuard(failure)) return errors
  for (const entry of failure.entries) {
    const field = fields.find((each) => entry.path === each || entry.path?.startsWith(`${each}.`))
    if (field === undefined) others.push(entry)
    else
      errors[field] = errors[field]
        ? `${errors[field]}. ${sentence(entry.msg)}`
        : sentence(entry.msg)
  }
  for (const { path, msg } of others) toast.error(path === undefined ? msg : `${path}: ${msg}`)
  return errors
}

/**
 * Moves the focus to the first field of a form that is marked as wrong, as soon as it is drawn so:
 * what a late answer changes is drawn some frames later. One that has the focus already comes into
 * view.
 */
export function focusFirstError(form: HTMLElement | null): void {
  let frames = 60
  const look = () => {
    const field = form?.querySelector<HTMLElement>('[aria-invalid=true], [data-error-here] button')
    field?.focus()
    field?.scrollIntoView?.({ block: 'nearest' })
    if (!field && --frames > 0) requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
}
