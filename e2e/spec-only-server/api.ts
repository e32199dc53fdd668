import { type Answer, refusal } from './answers.ts'
import type { Ask, Sessions } from './ask.ts'
import { type FoundCall, findCall } from './call-names.ts'
import { calls } from './calls.ts'
import { type SpecOnlyOptions, withDefaults } from './options.ts'
import { makeRecords, type Records, type SpecOnlyRecord } from './records.ts'
import type { SentBody } from './taken.ts'

/** A request for a call, as far as its answer depends on it. */
export interface ApiRequest extends SentBody {
  method: string
  path: string
  query: URLSearchParams
  authorization: string | undefined
}

/** The calls of the specification on records in memory, without HTTP. */
export interface Api {
  records: Records
  options: SpecOnlyOptions
  answer(request: ApiRequest): Promise<Answer>
  /** A file that was uploaded, by the path of its address. */
  upload(path: string): File | undefined
  /** Other options from now on; the records stay unless `records`, `fields` or `size` are among them. */
  setOptions(options: Partial<SpecOnlyOptions>): void
}

const isRecord = (value: unknown): value is SpecOnlyRecord =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Makes the calls, with their records. */
export function makeApi(given: Partial<SpecOnlyOptions>): Api {
  const { tokens, sessions } = makeSessions()
  const uploads = new Map<string, File>()
  let texts = new Map<string, Answer>()
  let textsOf = 0

  const fieldsOf = ({ body, files }: SentBody): SpecOnlyRecord => {
    const fields = isRecord(body) ? { ...body } : {}
    for (const { field, file } of files) {
      const path = `/uploads/${uploads.size + 1}`
      uploads.set(path, file)
      fields[field] = path
    }
    return fields
  }

  /** A whole list is the same for every query: its text is kept until something is written. */
  const answerKept = (call: FoundCall, ask: Ask): Answer => {
    const { paging, filters } = api.options
    const isWhole = paging === 'whole' && filters === 'ignored' && !call.text.includes('shopping')
    if (!isWhole || !/\.list\w*$/.test(call.name)) return calls[call.name](ask)
    if (textsOf !== api.records.revision) texts = new Map()
    textsOf = api.records.revision
    const kept = texts.get(call.name) ?? calls[call.name](ask)
    texts.set(call.name, kept)
    return kept
  }

  const options = withDefaults(given)
  const api: Api = {
    options,
    records: makeRecords(options),
    upload: (path) => uploads.get(path),
    async answer({ method, path, query, authorization, ...sent }) {
      const refused = (status: number, msg: string) =>
        refusal(status, [{ msg }], api.options.errors)
      const call = findCall(method, path)
      if (!call) return refusal(404, [{ msg: 'There is no such call.' }], 'message')
      const token = authorization?.replace(/^Bearer /, '') ?? ''
      if (!call.isPublic && !tokens.has(token)) return refused(401, 'Please sign in.')
      const { records, options } = api
      const fields = fieldsOf(sent)
      return answerKept(call, {
        params: call.params,
        query,
        fields,
        records,
        options,
        sessions,
        token,
      })
    },
    setOptions(changed) {
      api.options = { ...api.options, ...changed }
      texts = new Map()
      if (changed.records || changed.fields || changed.size !== undefined)
        api.records = makeRecords(api.options)
    },
  }
  return api
}

function makeSessions(): { tokens: ReadonlySet<string>; sessions: Sessions } {
  const tokens = new Set<string>()
  let begun = 0
  const sessions: Sessions = {
    begin() {
      begun += 1
      const token = `spec-only-${begun}`
      tokens.add(token)
      return token
    },
    end: (token) => tokens.delete(token),
  }
  return { tokens, sessions }
}
