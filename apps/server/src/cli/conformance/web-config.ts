import { readFile } from 'node:fs/promises'
import { OperatorError } from '../../operator-error.ts'
import { isRecord } from './client.ts'

type Names = Readonly<Record<string, string>>

/** What the web app's `config.json` says of a server's own names (docs/web-config.md). */
export interface WebConfig {
  login: Names
  forgotPassword: Names
  query: Names
  session: Names
  modules: Names
  submodules: Names
}

/** Everything named as in the contract. */
export const ownNames: WebConfig = {
  login: {},
  forgotPassword: {},
  query: {},
  session: {},
  modules: {},
  submodules: {},
}

/**
 * Reads a `config.json`; keys that say nothing of names are passed over, as the web app does.
 * @throws {OperatorError} where it can't be read, or is no JSON object
 */
export async function readWebConfig(file: string): Promise<WebConfig> {
  let parsed: unknown
  try {
    parsed = JSON.parse(await readFile(file, 'utf8'))
  } catch (error) {
    const missing = isRecord(error) && error['code'] === 'ENOENT'
    throw new OperatorError(`${file} can't be read: ${missing ? 'there is no such file' : error}.`)
  }
  if (!isRecord(parsed)) throw new OperatorError(`${file} holds no JSON object.`)
  const names = (key: string): Names => {
    const given = isRecord(parsed[key]) ? Object.entries(parsed[key]) : []
    return Object.fromEntries(
      given.filter(
        (pair): pair is [string, string] => typeof pair[1] === 'string' && pair[1] !== '',
      ),
    )
  }
  return {
    login: names('login'),
    forgotPassword: names('forgotPassword'),
    query: names('query'),
    session: names('session'),
    modules: names('modules'),
    submodules: names('submodules'),
  }
}
