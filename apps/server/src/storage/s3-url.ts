import { msg } from '@steward/i18n/reader'
import { type Said, say } from '@steward/i18n/sentence'
import { isLoopback } from '../loopback.ts'

/** A bucket and the keys to it. */
export interface S3Target {
  /** The address of the bucket. */
  endpoint: string
  /** What the names of all objects begin with; empty or ending in `/`. */
  prefix: string
  accessKeyId: string
  secretAccessKey: string
  region: string
}

const bucketName = /^[a-z0-9][a-z0-9._-]{1,61}[a-z0-9]$/i
const parameters = new Set(['region', 'style', 'tls'])

/**
 * Reads `https://KEY:SECRET@host/bucket/prefix?region=…&style=path|virtual&tls=off`.
 * @returns the bucket, or what is wrong with the address, without a value of it
 */
export function readS3Url(text: string): S3Target | { problem: Said } {
  const url = URL.parse(text)
  if (!url || !['http:', 'https:'].includes(url.protocol)) {
    return {
      problem: msg(
        'must be an address such as https://KEY:SECRET@host/bucket, with a / in the secret written as %2F',
      ),
    }
  }
  if (!url.username || !url.password)
    return {
      problem: msg('must have a key and its secret in front of the host, as in KEY:SECRET@host'),
    }
  const [bucket = '', ...folders] = url.pathname.split('/').filter(Boolean)
  if (!bucketName.test(bucket))
    return {
      problem: msg('must name a bucket behind the host, as in https://KEY:SECRET@host/bucket'),
    }
  if (!folders.every((folder) => /^[\w.-]+$/.test(folder)))
    return { problem: msg('must have a prefix of letters, digits, dots and hyphens alone') }
  if ([...url.searchParams.keys()].some((name) => !parameters.has(name)))
    return {
      problem: say('takes {parameters} behind the ? and nothing else', {
        parameters: [...parameters].join(', '),
      }),
    }
  const style = url.searchParams.get('style') ?? 'path'
  if (!['path', 'virtual'].includes(style))
    return { problem: msg('must have the style path or virtual') }
  const isOpen = url.protocol === 'http:' && url.searchParams.get('tls') !== 'off'
  if (isOpen && !isLoopback(url.hostname)) {
    return {
      problem: msg(
        'must begin with https://, since keys and files would go unencrypted; add tls=off behind the ? where the network is yours alone',
      ),
    }
  }
  const [accessKeyId, secretAccessKey] = [url.username, url.password].map(decode)
  if (!accessKeyId || !secretAccessKey)
    return { problem: msg('must have every % in its key and secret written as %25') }
  return {
    endpoint:
      style === 'path'
        ? `${url.protocol}//${url.host}/${bucket}`
        : `${url.protocol}//${bucket}.${url.host}`,
    prefix: folders.map((folder) => `${folder}/`).join(''),
    accessKeyId,
    secretAccessKey,
    region: url.searchParams.get('region') ?? 'us-east-1',
  }
}

function decode(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}
