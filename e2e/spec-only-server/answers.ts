import type { ErrorForm, SpecOnlyOptions } from './options.ts'
import type { SpecOnlyRecord } from './records.ts'

/** An answer as it goes out. */
export interface Answer {
  status: number
  text: string
  type?: string
}

/** One thing that a refusal says; `path` names the field it is about. */
export interface ErrorLine {
  msg: string
  path?: string
}

/** An answer of JSON. */
export const json = (body: unknown, status = 200): Answer => ({
  status,
  text: JSON.stringify(body),
})

/**
 * A refusal in one of the forms that specification section 8 knows. Where there are `errors`, the
 * message says something else, which nobody should see.
 */
export function refusal(status: number, lines: readonly ErrorLine[], form: ErrorForm): Answer {
  const texts = lines.map(({ msg }) => msg)
  const message = `The request was refused with status ${status}.`
  switch (form) {
    case 'array-of-text':
      return json({ message, errors: texts }, status)
    case 'array-of-msg':
      return json({ message, errors: lines }, status)
    case 'single':
      return json({ message, errors: texts.join(' ') }, status)
    case 'message':
      return json({ message: texts.join(' ') }, status)
    case 'nothing':
      return { status, text: '' }
  }
}

/** What a write answers, of which the specification says nothing. */
export function written(
  name: string,
  record: SpecOnlyRecord,
  { writes, rolePermissions }: SpecOnlyOptions,
): Answer {
  const shown = name === 'role' ? roleShown(record, rolePermissions) : record
  switch (writes) {
    case 'none':
      return { status: 204, text: '' }
    case 'empty':
      return json({})
    case 'record':
      return json({ data: shown })
    case 'named':
      return json({ data: { [name]: shown } })
    case 'message':
      return json({ message: `The server has written the ${name}.` })
  }
}

/** A role as it is answered: the specification names no permissions of it. */
export function roleShown(role: SpecOnlyRecord, withPermissions: boolean): SpecOnlyRecord {
  if (withPermissions) return role
  const { permissions, ...shown } = role
  return shown
}
