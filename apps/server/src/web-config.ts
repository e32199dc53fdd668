import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The settings of the web app: `config.json` of the data directory, an empty object where there is none. */
export async function readWebConfig(dataDir: string): Promise<Record<string, unknown>> {
  try {
    const read: unknown = JSON.parse(await readFile(join(dataDir, 'config.json'), 'utf8'))
    return typeof read === 'object' && read !== null ? (read as Record<string, unknown>) : {}
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {}
    throw error
  }
}

/** The community's name, as these settings have it; `Steward` too where they can't be read. */
export async function communityName(dataDir: string): Promise<string> {
  const { name } = await readWebConfig(dataDir).catch((): Record<string, unknown> => ({}))
  return typeof name === 'string' && name.trim() !== '' ? name.trim().slice(0, 200) : 'Steward'
}

/** The origins of other servers that the web app calls, which the browser must allow. */
export async function otherOrigins(dataDir: string): Promise<string[]> {
  const { host } = await readWebConfig(dataDir)
  const url = typeof host === 'string' ? URL.parse(host) : null
  return url ? [url.origin] : []
}
