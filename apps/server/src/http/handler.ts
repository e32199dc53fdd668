import type { Readable } from 'node:stream'
import type {
  AnswerOf,
  BodyOf,
  endpoints,
  FilesOf,
  ParamsOf,
  QueryOf,
} from '@steward/contract/calls/endpoints'
import type { EndpointName } from '@steward/contract/calls/routes'
import type { Said } from '@steward/i18n/sentence'
import type { Caller } from './caller-address.ts'
import type { Session } from './session.ts'

export interface Download {
  /** The file name, in plain ASCII. */
  name: string
  text: AsyncIterable<string>
  headers?: Readonly<Record<string, string>>
}

export interface Call<N extends EndpointName> {
  params: ParamsOf<N>
  query: QueryOf<N>
  body: BodyOf<N>
  /** The bytes of each file field; their content isn't checked. */
  files: { [field in FilesOf<N> & string]?: Uint8Array }
  /** The bytes of a file as a stream, which the handler must read to its end. */
  upload: Readable
  /**
   * For a call that takes a file: does `work` once for each idempotency key; later calls get the first answer.
   * @param sha256 called only if there is a key
   */
  once<R>(sha256: () => Promise<string>, work: () => Promise<R>): Promise<R>
  /** Set on every call that is not public. */
  session: Session
  /** The address of the caller, behind the proxies that TRUST_PROXY names. */
  ip: string
  caller: Caller
  /** Whether it came from another machine or through a proxy. */
  forwarded: boolean
  userAgent: string | null
  lastEventId: string | null
}

export type Handler<N extends EndpointName> = (
  call: Call<N>,
) => Promise<
  (typeof endpoints)[N] extends { stream: string }
    ? Readable
    : (typeof endpoints)[N] extends { file: string }
      ? Download
      : Omit<AnswerOf<N>, 'message'> & { message?: Said }
>

export type Handlers<N extends EndpointName> = { [name in N]: Handler<name> }

/** The handlers of all calls whose names begin with `Area`, without those in `Others`. */
export type HandlersOf<Area extends string, Others extends string = never> = Handlers<
  Exclude<Extract<EndpointName, `${Area}.${string}`>, Others>
>
