import { AwsV4Signer } from 'aws4fetch'
import { Outage } from '../http/failure.ts'
import { boundedFetch, type FetchLimits } from './bounded-fetch.ts'
import type { S3Target } from './s3-url.ts'
import type { StoredFile } from './storage.ts'

const limits: FetchLimits = {
  concurrency: 32,
  waiting: 200,
  waitMs: 5_000,
  stallMs: 10_000,
  retryMs: [200, 800],
  refuse: () => outage('too many requests wait for it'),
  failure: outageOf,
}

interface Request {
  key?: string
  query?: Record<string, string>
  headers?: Record<string, string>
  body?: Uint8Array<ArrayBuffer> | Blob
}

/**
 * The calls of S3 that are needed: put, get, has and remove an object of a bucket, and list them. Each throws an
 * Outage where the bucket can't be reached or refuses; its cause says why, with no text of the answer, which may name
 * keys.
 */
export function s3Bucket(
  { endpoint, prefix, ...keys }: S3Target,
  changed: Partial<FetchLimits> = {},
) {
  const send = boundedFetch({ ...limits, ...changed })
  const cache = new Map<string, ArrayBuffer>()
  /** Null for an object that isn't there. */
  const ask = async (method: string, request: Request): Promise<Response | null> => {
    const { key, query, headers, body } = request
    const path = key === undefined ? '' : `/${prefix}${key}`
    const address = new URL(endpoint + path)
    for (const [name, value] of Object.entries(query ?? {})) address.searchParams.set(name, value)
    const signer = new AwsV4Signer({ ...keys, service: 's3', method, url: address.href, cache })
    const signed = await signer.sign()
    for (const [name, value] of Object.entries(headers ?? {})) signed.headers.set(name, value)
    const answer = await send(signed.url, { method, headers: signed.headers, body: body ?? null })
    if (answer.ok) return answer
    const code = /<Code>(\w+)<\/Code>/.exec(await answer.text())?.[1] ?? ''
    if (answer.status === 404 && key !== undefined && code !== 'NoSuchBucket') return null
    throw outage(`it answered ${answer.status} ${code}`.trim())
  }
  return {
    put: async (key: string, body: Uint8Array<ArrayBuffer> | Blob, type: string): Promise<void> => {
      const size = body instanceof Blob ? body.size : body.length
      const headers = { 'content-type': type, 'content-length': String(size) }
      if (!(await ask('PUT', { key, body, headers }))) throw outage('it answered 404')
    },
    get: (key: string) => ask('GET', { key }),
    has: async (key: string): Promise<boolean> => (await ask('HEAD', { key })) !== null,
    remove: async (key: string): Promise<void> => void (await ask('DELETE', { key })),
    /** The objects below a folder, in pages, by the rest of their keys. */
    list: async function* (folder: string, pageSize: number): AsyncGenerator<StoredFile[]> {
      const start = `${prefix}${folder}/`
      // By the last key, as in the first version of this call: every make of S3 has that.
      for (let marker = ''; ; ) {
        const query = { prefix: start, 'max-keys': String(pageSize), marker }
        const answer = await ask('GET', { query })
        const text = (await answer?.text()) ?? ''
        if (!text.includes('<ListBucketResult')) throw outage('it answered no list of objects')
        const files = entriesOf(text, start)
        yield files
        const last = files.at(-1)
        if (!text.includes('<IsTruncated>true') || !last) return
        marker = start + last.name
      }
    },
  }
}

/** The objects of an answer in XML. Keys that have to be escaped there are none of ours. */
function entriesOf(xml: string, start: string): StoredFile[] {
  const [, ...entries] = xml.split('<Contents>')
  return entries.flatMap((entry) => {
    const value = (name: string) => new RegExp(`<${name}>([^<&]*)</${name}>`).exec(entry)?.[1]
    const key = value('Key')
    if (!key?.startsWith(start)) return []
    const changedAt = Date.parse(value('LastModified') ?? '')
    return [{ name: key.slice(start.length), size: Number(value('Size')), changedAt }]
  })
}

/** What a failed request becomes for its caller. */
function outageOf(error: unknown): unknown {
  const { code, cause, message } = error as NodeJS.ErrnoException & { cause?: { code?: string } }
  return outage(code ?? cause?.code ?? message)
}

const outage = (reason: string) =>
  new Outage('The storage of files can’t be reached right now.', new Error(`the bucket: ${reason}`))
