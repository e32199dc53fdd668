import { readFile } from 'node:fs/promises'
import { msg } from '@steward/i18n/reader'
import { nested, say } from '@steward/i18n/sentence'
import { OperatorError } from '../../operator-error.ts'
import { UsageError } from '../command.ts'
import { isRecord } from './client.ts'

/** The keys of the web app's `config.json` that are read here (docs/web-config.md). */
const keys = ['login', 'forgotPassword', 'query', 'session', 'modules', 'submodules'] as const

/** A server's own names for keys, modules and the like, in place of the contract's. */
export type WebConfig = Readonly<Record<(typeof keys)[number], Readonly<Record<string, string>>>>

const configOf = (given: Record<string, unknown>): WebConfig => {
  const names = (found: unknown) =>
    Object.entries(isRecord(found) ? found : {}).filter(
      ([, name]) => typeof name === 'string' && name !== '',
    )
  return Object.fromEntries(
    keys.map((key) => [key, Object.fromEntries(names(given[key]))]),
  ) as WebConfig
}

/** The names of the contract. */
export const ownNames = configOf({})

/** Reads the settings of the web app; throws OperatorError. */
export async function readWebConfig(file: string): Promise<WebConfig> {
  let parsed: unknown
  try {
    parsed = JSON.parse(await readFile(file, 'utf8'))
  } catch (error) {
    const missing = isRecord(error) && error['code'] === 'ENOENT'
    throw new OperatorError(
      say("{file} can't be read: {reason}.", {
        file,
        reason: missing ? nested(msg('there is no such file')) : String(error),
      }),
    )
  }
  if (!isRecord(parsed)) throw new OperatorError(say('{file} holds no JSON object.', { file }))
  return configOf(parsed)
}

/** The address of an API, typed with or without `/api`; throws UsageError. */
export function apiAddress(typed: string): string {
  const url = URL.canParse(typed) ? new URL(typed) : null
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw new UsageError(say('"{typed}" is no address such as https://host/api.', { typed }))
  }
  if (url.username || url.password) {
    throw new UsageError('The address takes no name and no password; see --email.')
  }
  if (url.search || url.hash) throw new UsageError('The address takes nothing behind its path.')
  const path = url.pathname.replace(/\/+$/, '')
  return `${url.origin}${path.endsWith('/api') ? path : `${path}/api`}`
}
