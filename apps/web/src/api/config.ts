import { type QueryNames, queryKeys } from '@steward/contract/lists/query-names'
import type { Words } from '@steward/i18n/words/words'
import { isObject } from './answers/read.ts'
import { earlyConfig, isOwnServer } from './early.ts'

/** What a person who installs the product may say in `config.json`, beside the app; all optional. */
export interface Config {
  /** Origin (and path prefix) of the server; by default the origin that served the app. */
  host?: string
  /** The name of the community. */
  name?: string
  /** Address of the community's logo. */
  logo?: string
  /** The community's accent, as `#rrggbb`. */
  accent?: string
  /** Names of the fields that the login call sends, where they differ from ours. */
  login?: { email?: string; password?: string; code?: string }
  /** Names of what the request for a new password sends, where they differ. */
  forgotPassword?: { email?: string }
  /** Names of what a registration sends, where they differ. */
  register?: { name?: string; email?: string; password?: string }
  /** Dot paths of values in the login's `data`, or else in its whole answer, where they differ. */
  session?: { token?: string; tokenExpiry?: string; admin?: string }
  query?: QueryNames
  /**
   * The paths of the calls beside the specification that the server has, each with all paths below
   * it. If absent, the calls are tried.
   */
  offers?: readonly string[]
  /** The words of the community, by language and form; Steward's own server puts in those that owners have chosen. */
  words?: Words
  /** How staff can sign in beside by a password; Steward's own server puts it in where there are identity providers. */
  signIn?: { providers: readonly { _id: string; name: string }[]; passwordsOff: boolean }
  /** Our name of a permission module → the server's. */
  modules?: Record<string, string>
  /** Our name of a permission submodule → the server's. */
  submodules?: Record<string, string>
}

let current: Config = {}

/** The configuration as loaded at start. */
export const config = (): Readonly<Config> => current

/** Puts another configuration in place; what isn't of the right type is left out. */
export function setConfig(raw: unknown): void {
  const given = isObject(raw) ? raw : {}
  current = {
    ...texts(given, ['host', 'name', 'logo', 'accent']),
    login: texts(given['login'], ['email', 'password', 'code']),
    forgotPassword: texts(given['forgotPassword'], ['email']),
    register: texts(given['register'], ['name', 'email', 'password']),
    session: texts(given['session'], ['token', 'tokenExpiry', 'admin']),
    query: texts(given['query'], queryKeys),
    ...(Array.isArray(given['offers']) && {
      offers: given['offers'].filter((path) => typeof path === 'string'),
    }),
    // What is no word is left out where words are taken.
    // i18n-ignore: the name of a setting
    ...(isObject(given['words']) && { words: given['words'] as Words }),
    // i18n-ignore: the name of a setting
    ...(isObject(given['signIn']) && { signIn: given['signIn'] as Config['signIn'] & {} }),
    modules: names(given['modules']),
    submodules: names(given['submodules']),
  }
}

/**
 * Reads `config.json` beside the app, once, at start. A missing or broken file means that
 * everything is as it comes.
 */
export async function loadConfig(): Promise<void> {
  setConfig(await (earlyConfig() ?? fetchConfig()))
}

/** The content of `config.json`; undefined if it is missing or can't be read. */
export async function fetchConfig(): Promise<unknown> {
  try {
    const answer = await fetch(`${import.meta.env.BASE_URL}config.json`, { cache: 'no-cache' })
    return answer.ok ? await answer.json() : undefined
  } catch {
    return undefined
  }
}

const host = () => (current.host ?? window.location.origin).replace(/\/+$/, '')

/** Address of a call: `path` below `{host}/api/` (specification section 7). */
export const apiUrl = (path: string): string => `${host()}/api/${path.replace(/^\/+/, '')}`

/**
 * Address of an uploaded file: root-relative ones stand on the server's second root, any other
 * address stays as it is.
 */
export const fileUrl = (path: string): string =>
  path.startsWith('/') && !path.startsWith('//') ? `${host()}${path}` : path

/** Whether the API is that of Steward's own server, which has every call and field. */
export const isOwnApi = (): boolean => isOwnServer() && !current.host

/** The edge of a small picture, in pixels of the screen. */
export const smallEdge = 64

/**
 * Address of a picture as a row shows it. Steward's own server has uploaded ones small as well; any other
 * address may be one that a query breaks.
 */
export const smallFileUrl = (path: string): string =>
  isOwnApi() && /^\/uploads\/[\w.]+$/.test(path) ? `${fileUrl(path)}?small` : fileUrl(path)

function texts<K extends string>(raw: unknown, keys: readonly K[]): { [key in K]?: string } {
  const found: { [key in K]?: string } = {}
  for (const key of keys) {
    const value = isObject(raw) ? raw[key] : undefined
    if (typeof value === 'string' && value !== '') found[key] = value
  }
  return found
}

const names = (raw: unknown): Record<string, string> =>
  isObject(raw) ? (texts(raw, Object.keys(raw)) as Record<string, string>) : {}
