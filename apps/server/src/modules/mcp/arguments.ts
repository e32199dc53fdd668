import { say } from '@steward/i18n/sentence'
import { invalidField } from '../../http/failure.ts'

/** Refuses arguments that a tool doesn't take: one that were ignored would mislead whoever sent it. */
export function refuseUnknown(
  sent: Readonly<Record<string, unknown>>,
  known: readonly string[],
  at: readonly string[] = [],
): void {
  const [unknown] = Object.keys(sent).filter((name) => !known.includes(name))
  if (unknown === undefined) return
  const field = unknown.slice(0, 100)
  throw invalidField(
    [...at, field].join('.'),
    'is not known here',
    say('There is no “{field}” here. It takes: {known}.', { field, known: known.join(', ') }),
  )
}
