import { t, within } from '../lib/messages.ts'
import type { Fault } from './faults.ts'
import type { ErrorForm } from './options.ts'

const failed = (status: number) =>
  t('Request failed with status code {status}', { status: String(status) })
const unread = (type: string) =>
  within('The server’s answer could not be read ({type}, status {status}).', {
    type,
    status: '200',
  })

/** How a refusal is worded, and what a person then reads (specification section 8). */
// Only one of the server's own trouble (500), as the app tries that again by itself before it shows it.
export const words: [form: ErrorForm, status: number, shown: string[]][] = [
  ['array-of-text', 422, ['The till is closed.', 'Come back on Monday.']],
  ['array-of-msg', 409, ['The till is closed.', 'Come back on Monday.']],
  ['single', 400, ['The till is closed. Come back on Monday.']],
  ['message', 400, ['The till is closed. Come back on Monday.']],
  ['nothing', 500, [failed(500)]],
]
/** The message beside `errors`, which nobody should see. */
export const notShown = /The request was refused/
export const lines = [{ msg: 'The till is closed.' }, { msg: 'Come back on Monday.' }]

/** Words that no other refusal has, where the ones before may still be on the screen. */
export const marked = (words: string, form: ErrorForm) =>
  words.replaceAll(/\.( |$)/g, ` (${form}).$1`)
export const ofItsOwn = (form: ErrorForm) => lines.map(({ msg }) => ({ msg: marked(msg, form) }))

/** Answers that nobody can read, and what is said of them. */
export const unreadable: [name: string, fault: Fault, shown: RegExp][] = [
  ['half an answer', { kind: 'truncated' }, unread('application/json')],
  ['a page of HTML', { kind: 'html', status: 200 }, unread('text/html')],
  ['the page of a proxy', { kind: 'html', status: 502 }, new RegExp(failed(502))],
  [
    'no connection',
    { kind: 'refused' },
    within('The server can’t be reached. Check your connection and try again.'),
  ],
]

/** Answers that can be read, but hold nothing of what was asked for. */
export const noList: typeof unreadable = [
  [
    'data of another type',
    { kind: 'malformed', data: 42 },
    within('The server’s answer has no {what}.', { what: 'list' }),
  ],
  [
    'an empty object',
    { kind: 'empty', body: '{}' },
    within('The server’s answer has no {what}.', { what: 'list' }),
  ],
]
