import { open } from 'node:fs/promises'
import { holdsAlready, inspectTarget, type Restored, restoreBackup } from '../../backup/restore.ts'
import { checkBackup } from '../../backup/walk.ts'
import { type Config, readConfig } from '../../config.ts'
import { openConnection } from '../../db/connection/connection.ts'
import { hasCitus } from '../../db/connection/distributed.ts'
import { OperatorError } from '../../operator-error.ts'
import { defineCommand, UsageError, type Values } from '../command.ts'
import { canAsk, confirm, pacing, shown, stoppable, withProgress } from '../terminal.ts'

const details = `
  --check                check FILE alone: read it to its end and restore nothing
  --verify               read everything again after restoring, and compare it with FILE
  --replace              throw away what the database holds; asks before, or takes --yes
  --yes                  do so without asking
  --without-uploads      leave pictures and waiting imports as they are
  --without-secret-key   leave the key as it is

Restores what steward backup wrote, into an empty installation: the one that DATABASE_URL and DATA_DIR
name, whichever engine the backup came from. No server may run on it. FILE may be - for standard
input. A backup of an older version is migrated. Either everything is restored or, where FILE is cut
short or damaged, nothing.`

const options = {
  check: { type: 'boolean', default: false },
  verify: { type: 'boolean', default: false },
  replace: { type: 'boolean', default: false },
  yes: { type: 'boolean', default: false },
  'without-uploads': { type: 'boolean', default: false },
  'without-secret-key': { type: 'boolean', default: false },
} as const

type Given = Values<typeof options>

type Input = Awaited<ReturnType<typeof openInput>>

export const restoreCommand = defineCommand({
  name: 'restore',
  summary: 'Restore a backup into an empty installation, or check a backup',
  synopsis: 'FILE [--verify] [options]',
  details,
  options,
  needs: 'a file',
  run: async (values, [path = '']) => {
    const [other] = Object.keys(values).filter((name) => name !== 'check' && values[name as 'yes'])
    if (values.check && other)
      throw new UsageError(`--check restores nothing, so it takes no --${other}.`)
    if (values.yes && !values.replace)
      throw new UsageError('--yes can only be used with --replace.')
    const input = await openInput(path)
    return await stoppable('Stopping and undoing the restore', async (signal) => {
      try {
        return values.check ? await check(input) : await restore(input, values, signal)
      } catch (error) {
        if (!signal.aborted) throw error
        process.stderr.write('Stopped. Nothing was changed.\n')
        return 130
      } finally {
        input.stream.destroy()
      }
    })
  },
})

async function openInput(path: string) {
  if (path === '-') return { name: 'The backup', stream: process.stdin, size: 0, read: () => 0 }
  const file = await open(path).catch((error: NodeJS.ErrnoException) => {
    const reason = error.code === 'ENOENT' ? 'there is no such file' : error.message
    throw new OperatorError(`${path} can't be read: ${reason}.`)
  })
  const found = await file.stat()
  if (found.isDirectory()) throw new OperatorError(`${path} can't be read: it is a folder.`)
  const stream = file.createReadStream()
  /** `read` gives the number of bytes read so far. */
  return { name: path, stream, size: found.size, read: () => stream.bytesRead }
}

async function check(input: Input): Promise<string> {
  const started = performance.now()
  const { manifest, totals } = await withProgress(input.size, (update) =>
    checkBackup(input.stream, input.name, () => update(input.read(), 'checking')),
  )
  const rows = rowsOf(totals)
  return `${input.name} is whole: ${shown(rows)} rows of ${Object.keys(totals.tables).length} tables and ${shown(totals.files)} files of ${manifest.createdAt}, ${manifest.secretKey ? 'with' : 'without'} the secret key; read in ${pacing(rows, started)}.`
}

async function restore(input: Input, values: Given, signal: AbortSignal) {
  const config = readConfig(process.env)
  const connection = await openConnection(config)
  try {
    if (await inspectTarget(connection, config)) {
      if (!values.replace) throw holdsAlready()
      if (!(await mayReplace(values, config))) return 1
    }
    const started = performance.now()
    // Twice the size, as indexes and checks take about as long as reading.
    const restored = await withProgress(2 * input.size, (update) =>
      restoreBackup(
        connection,
        config,
        { name: input.name, input: input.stream },
        {
          replace: values.replace,
          verify: values.verify,
          uploads: !values['without-uploads'],
          secretKey: !values['without-secret-key'],
          signal,
          onStep: (words, share) => update(input.read() + share * input.size, words),
        },
      ),
    )
    const more = (await hasCitus(connection.db)) ? [distributeAgain] : []
    return [report(restored, values, started), ...more].join('\n')
  } finally {
    await connection.close()
  }
}

async function mayReplace({ yes }: Given, { databaseUrl, dataDir }: Config): Promise<boolean> {
  if (yes) return true
  if (!canAsk())
    throw new UsageError('No terminal to ask for confirmation: use --replace with --yes.')
  const where = databaseUrl ? 'the database of DATABASE_URL' : dataDir
  if (await confirm(`This deletes every record in ${where}.`)) return true
  process.stderr.write('Nothing was changed.\n')
  return false
}

const distributeAgain =
  'All of it is on the coordinator. To distribute it again, run: steward distribute'

const rowsOf = ({ tables }: Restored['totals']) =>
  Object.values(tables).reduce((sum, { rows }) => sum + rows, 0)

function report(restored: Restored, { verify }: Given, started: number): string {
  const { manifest, totals, applied, foreignTables, setAside, key } = restored
  const rows = rowsOf(totals)
  const lines = [
    `Restored ${shown(rows)} rows of ${manifest.createdAt} in ${pacing(rows, started)}.`,
    ...(verify ? ['Every table and every file is as it is in the backup.'] : []),
    ...(applied.length > 0 ? [`Migrated to this version: ${applied.join(', ')}.`] : []),
    ...setAside.map((path) => `The previous files are now in ${path}.`),
    ...foreignTables.map((name) => `The table ${name} is not Steward's and was not restored.`),
    ...(key === 'other' ? [otherKey] : []),
    'Everybody must sign in again.',
  ]
  return lines.join('\n')
}

const otherKey =
  'The key of this installation is not the one that second factors were encrypted with: authenticator codes and recovery codes will not work until SECRET_KEY, or the file secret.key in the data directory, is that key again, and no server starts before. If it is lost, run steward secrets adopt, then steward admin clear-second-factor to let people in. Passwords and passkeys are not affected.'
