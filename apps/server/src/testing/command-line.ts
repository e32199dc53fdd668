import { Readable } from 'node:stream'
import { vi } from 'vitest'
import { run } from '../cli/run.ts'
import type { Config } from '../config.ts'

/** What a command has said, and its exit code. */
export interface Ended {
  code: number
  out: string
  err: string
}

interface Database extends Pick<Config, 'dataDir' | 'databaseUrl'> {
  databasePooler?: Config['databasePooler']
  s3Url?: string
  secretKey?: string | undefined
  previousSecretKey?: string | undefined
}

/**
 * Runs a command on a database within this process, where starting another one is not what is tested.
 * @param input what it reads from standard input
 * @param more settings beside the database and the key
 */
export async function runCommand(
  config: Database,
  words: string[],
  input = '',
  more: Record<string, string> = {},
): Promise<Ended> {
  const settings = {
    DATA_DIR: config.dataDir,
    DATABASE_URL: config.databaseUrl ?? '',
    DATABASE_POOLER: config.databasePooler ?? '',
    S3_URL: config.s3Url ?? '',
    SMTP_URL: '',
    SECRET_KEY: config.secretKey ?? '',
    SECRET_KEY_PREVIOUS: config.previousSecretKey ?? '',
    ...more,
  }
  for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value)
  const stdin = Object.getOwnPropertyDescriptor(process, 'stdin') ?? {}
  Object.defineProperty(process, 'stdin', { value: Readable.from([input]), configurable: true })
  const written = { stdout: '', stderr: '' }
  const spies = (['stdout', 'stderr'] as const).map((name) =>
    vi.spyOn(process[name], 'write').mockImplementation((text) => {
      written[name] += text
      return true
    }),
  )
  try {
    const code = await run(words)
    return { code, out: written.stdout, err: written.stderr }
  } finally {
    for (const spy of spies) spy.mockRestore()
    Object.defineProperty(process, 'stdin', stdin)
    vi.unstubAllEnvs()
  }
}
