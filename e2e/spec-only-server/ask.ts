import type { SpecifiedCall } from '@steward/contract/calls/specified-calls'
import { type Answer, refusal } from './answers.ts'
import type { SpecOnlyOptions } from './options.ts'
import type { Kind, Records, SpecOnlyRecord } from './records.ts'

/** What a call is asked. */
export interface Ask {
  params: Record<string, string>
  query: URLSearchParams
  /** The fields of a JSON body or of a form; a file's is the address that it has now. */
  fields: SpecOnlyRecord
  records: Records
  options: SpecOnlyOptions
  sessions: Sessions
  /** The token that came along, dead or not. */
  token: string
}

/** The sessions that live. */
export interface Sessions {
  begin(): string
  end(token: string): void
}

/** Answers a call. */
export type Handler = (ask: Ask) => Answer

/** Answers of some calls. */
export type Handlers<N extends SpecifiedCall> = Record<N, Handler>

/** Does something with the record that the call names, or says that there is none. */
export function withRecord(
  { records, options }: Ask,
  kind: Kind | readonly Kind[],
  id: unknown,
  act: (record: SpecOnlyRecord, kind: Kind) => Answer,
): Answer {
  for (const each of typeof kind === 'string' ? [kind] : kind) {
    const found = records.find(each, String(id))
    if (found) return act(found, each)
  }
  return refusal(404, [{ msg: 'There is no such record.' }], options.errors)
}
