import { type Answer, type ErrorLine, json, refusal } from './answers.ts'
import { type CallText, isCallText } from './call-names.ts'
import { choices, type ErrorForm } from './options.ts'

/** What can go wrong with a call. */
export type Fault =
  /** It answers after so many milliseconds. */
  | { kind: 'slow'; ms: number }
  /** It is refused, and nothing is written. */
  | { kind: 'failing'; status: number; form: ErrorForm; lines: readonly ErrorLine[] }
  /** `data` is of another type than the specification says. */
  | { kind: 'malformed'; data: unknown }
  /** 200 without a body, or with an empty object. */
  | { kind: 'empty'; body: '' | '{}' }
  /** The JSON ends in its middle. */
  | { kind: 'truncated' }
  /** A page of HTML, as a proxy answers one. */
  | { kind: 'html'; status: number }
  /** No answer comes before the server is stopped or the fault is taken away. */
  | { kind: 'hanging' }
  /** The connection is reset. */
  | { kind: 'refused' }

/** One call, or all of them, those included that there are none of. */
export type FaultTarget = CallText | '*'

/** What a failing call says unless told otherwise. */
export const failing = (
  given: Partial<Extract<Fault, { kind: 'failing' }>> = {},
): Extract<Fault, { kind: 'failing' }> => ({
  status: 500,
  form: 'message',
  lines: [{ msg: 'The server has had an accident.' }],
  ...given,
  kind: 'failing',
})

/** The answer in a call's place, where the fault keeps it from being made. */
export function answerInstead(fault: Fault): Answer | null {
  if (fault.kind === 'failing') return refusal(fault.status, fault.lines, fault.form)
  if (fault.kind !== 'html') return null
  const title = fault.status === 200 ? 'Please sign in' : 'Bad gateway'
  const text = `<!doctype html><html><title>${title}</title><h1>${title}</h1></html>`
  return { status: fault.status, text, type: 'text/html' }
}

/** An answer that was made, as the fault leaves it. */
export function ruined(fault: Fault, answer: Answer): Answer {
  if (fault.kind === 'malformed') return json({ data: fault.data })
  if (fault.kind === 'empty') return { status: 200, text: fault.body }
  if (fault.kind === 'truncated')
    return { ...answer, text: answer.text.slice(0, answer.text.length / 2) }
  return answer
}

/**
 * Reads a fault as a person writes it: `[CALL=]KIND[:DETAIL[:DETAIL]]`, such as
 * `GET admin/bills=slow:3000`, `failing:422:single` or `html:502`.
 * @throws Error that names what it can't take
 */
export function readFault(text: string): { call: FaultTarget; fault: Fault } {
  const at = text.lastIndexOf('=')
  const call = at < 0 ? '*' : text.slice(0, at)
  if (call !== '*' && !isCallText(call)) throw new Error(`The specification has no call ${call}`)
  const [kind, first, second] = text.slice(at + 1).split(':')
  return { call, fault: faultOf(kind, first, second) }
}

function faultOf(kind?: string, first?: string, second?: string): Fault {
  switch (kind) {
    case 'slow':
      return { kind, ms: Number(first ?? 3000) }
    case 'failing': {
      const form = choices.errors.find((each) => each === second)
      return failing({ status: Number(first ?? 500), ...(form ? { form } : {}) })
    }
    case 'malformed':
      return { kind, data: first ?? 42 }
    case 'empty':
      return { kind, body: first === '{}' ? '{}' : '' }
    case 'html':
      return { kind, status: Number(first ?? 200) }
    case 'truncated':
    case 'hanging':
    case 'refused':
      return { kind }
  }
  throw new Error(`There is no fault ${kind}`)
}
