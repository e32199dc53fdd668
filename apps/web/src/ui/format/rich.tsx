import { currentTranslator, type Message } from '@steward/i18n/reader'
import { Fragment, type ReactNode } from 'react'

type Part = ReactNode | ((inner: ReactNode) => ReactNode)

/**
 * A message with elements in it: `rich('Sent to <b>{email}</b>.', { email, b: (text) => <b>{text}</b> })`.
 * @param values texts, numbers and elements for its placeholders, and by the name of each tag what draws
 *   what stands within it
 */
export function rich(
  message: Message,
  values: Readonly<Record<string, Part>>,
  context?: string,
): ReactNode {
  const parts = currentTranslator().parts(message, values, context)
  // Tags stand in the message; a value may hold any text, and is cut at none.
  const given = new Set(Object.values(values).filter((value) => typeof value === 'string'))
  const pieces = parts.flatMap((part) =>
    typeof part === 'string' && !isValue(part, given) ? part.split(/(<\/?\w+>)/) : [part],
  )
  let at = 0
  const upTo = (end: string | null): ReactNode => {
    const drawn: ReactNode[] = []
    for (; at < pieces.length; at += 1) {
      const piece = pieces[at]
      if (piece === end) break
      const tag = typeof piece === 'string' ? /^<(\w+)>$/.exec(piece)?.[1] : undefined
      const draw = tag === undefined ? undefined : values[tag]
      if (tag === undefined || typeof draw !== 'function') {
        drawn.push(piece as ReactNode)
        continue
      }
      at += 1
      drawn.push(draw(upTo(`</${tag}>`)))
    }
    // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a sentence never move
    return drawn.map((each, index) => <Fragment key={index}>{each}</Fragment>)
  }
  return upTo(null)
}
/** A value as it stands in the message, isolated or not. */
const isValue = (part: string, given: ReadonlySet<unknown>) =>
  given.has(part) || given.has(part.replaceAll(/^\u2068|\u2069$/g, ''))
