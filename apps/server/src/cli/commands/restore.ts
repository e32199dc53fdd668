import { open } from 'node:fs/promises'
import { msg, t } from '@steward/i18n/reader'
import { nested, say } from '@steward/i18n/sentence'
import { holdsAlready, inspectTarget, type Restored, restoreBackup } from '../../backup/restore.ts'
import { checkBackup } from '../../backup/walk.ts'
import { type Config, readConfig } from '../../config.ts'
import { openConnection } from '../../db/connection/connection.ts'
import { hasCitus } from '../../db/connection/distributed.ts'
import { forTerminal } from '../../environment-language.ts'
import { OperatorError } from '../../operator-error.ts'
import { defineCommand, UsageError, type Values } from '../command.ts'
import { canAsk, confirm, pacing, stoppable, withProgress } from '../terminal.ts'

const details = [
  [
    ['--check', msg('check FILE alone: read it to its end and restore nothing')],
    ['--verify', msg('read everything again after restoring, and compare it with FILE')],
    ['--replace', msg('throw away what the database holds; asks before, or takes --yes')],
    ['--yes', msg('do so without asking')],
    ['--without-uploads', msg('leave pictures and waiting imports as they are')],
    ['--without-secret-key', msg('leave the key as it is')],
  ],
  msg(
    'Restores what steward backup wrote, into an empty installation: the one that DATABASE_URL and DATA_DIR name, whichever engine the backup came from. No server may run on it. FILE may be - for standard input. A backup of an older version is migrated. Either everything is restored or, where FILE is cut short or damaged, nothing.',
  ),
] as const

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
  summary: msg('Restore a backup into an empty installation, or check a backup'),
  synopsis: 'FILE [--verify] [options]',
  details,
  options,
  needs: msg('a file'),
  run: async (values, [path = '']) => {
    const [other] = Object.keys(values).filter((name) => name !== 'check' && values[name as 'yes'])
    if (values.check && other)
      throw new UsageError(say('--check restores nothing, so it takes no --{other}.', { other }))
    if (values.yes && !values.replace)
      throw new UsageError(msg('--yes can only be used with --replace.'))
    const input = await openInput(path)
    return await stoppable(t('Stopping and undoing the restore'), async (signal) => {
      try {
        return values.check ? await check(input) : await restore(input, values, signal)
      } catch (error) {
        if (!signal.aborted) throw error
        process.stderr.write(`${t('Stopped. Nothing was changed.')}\n`)
        return 130
      } finally {
        input.stream.destroy()
      }
    })
  },
})

async function openInput(path: string) {
  if (path === '-') return { name: t('The backup'), stream: process.stdin, size: 0, read: () => 0 }
  const file = await open(path).catch((error: NodeJS.ErrnoException) => {
    const reason = error.code === 'ENOENT' ? nested(msg('there is no such file')) : error.message
    throw new OperatorError(say("{path} can't be read: {reason}.", { path, reason }))
  })
  const found = await file.stat()
  if (found.isDirectory())
    throw new OperatorError(say("{path} can't be read: it is a folder.", { path }))
  const stream = file.createReadStream()
  /** `read` gives the number of bytes read so far. */
  return { name: path, stream, size: found.size, read: () => stream.bytesRead }
}

async function check(input: Input): Promise<string> {
  const started = performance.now()
  const { manifest, totals } = await withProgress(input.size, (update) =>
    checkBackup(input.stream, input.name, () => update(input.read(), t('checking'))),
  )
  const rows = rowsOf(totals)
  const sizes = t(
    '{rows, plural, one {# row} other {# rows}} of {tables, plural, one {# table} other {# tables}} and {files, plural, one {# file} other {# files}}',
    { rows, tables: Object.keys(totals.tables).length, files: totals.files },
  )
  const { createdAt } = manifest
  const values = { name: input.name, sizes, time: createdAt, pace: pacing(rows, started) }
  return manifest.secretKey
    ? t('{name} is whole: {sizes} of {time}, with the secret key; read in {pace}.', values)
    : t('{name} is whole: {sizes} of {time}, without the secret key; read in {pace}.', values)
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
          onStep: (words, share) => update(input.read() + share * input.size, forTerminal(words)),
        },
      ),
    )
    const more = (await hasCitus(connection.db)) ? [t(distributeAgain)] : []
    return [report(restored, values, started), ...more].join('\n')
  } finally {
    await connection.close()
  }
}

async function mayReplace({ yes }: Given, { databaseUrl, dataDir }: Config): Promise<boolean> {
  if (yes) return true
  if (!canAsk())
    throw new UsageError(msg('No terminal to ask for confirmation: use --replace with --yes.'))
  const words = databaseUrl
    ? t('This deletes every record in the database of DATABASE_URL.')
    : t('This deletes every record in {dataDir}.', { dataDir })
  if (await confirm(words)) return true
  process.stderr.write(`${t('Nothing was changed.')}\n`)
  return false
}

const distributeAgain = msg(
  'All of it is on the coordinator. To distribute it again, run: steward distribute',
)

const rowsOf = ({ tables }: Restored['totals']) =>
  Object.values(tables).reduce((sum, { rows }) => sum + rows, 0)

function report(restored: Restored, { verify }: Given, started: number): string {
  const { manifest, totals, applied, foreignTables, setAside, erasedAgain, key } = restored
  const rows = rowsOf(totals)
  const lines = [
    t('Restored {rows, plural, one {# row} other {# rows}} of {time} in {pace}.', {
      rows,
      time: manifest.createdAt,
      pace: pacing(rows, started),
    }),
    ...(verify ? [t('Every table and every file is as it is in the backup.')] : []),
    ...(applied.length > 0
      ? [t('Migrated to this version: {names}.', { names: applied.join(', ') })]
      : []),
    ...(erasedAgain > 0
      ? [
          t(
            '{count, plural, one {# person was} other {# people were}} erased again, whom the backup still had.',
            { count: erasedAgain },
          ),
        ]
      : []),
    ...setAside.map((path) => t('The previous files are now in {path}.', { path })),
    ...foreignTables.map((name) =>
      t('The table {name} is not Steward’s and was not restored.', { name }),
    ),
    ...(key === 'other' ? [t(otherKey)] : []),
    t('Everybody must sign in again.'),
  ]
  return lines.join('\n')
}

const otherKey = msg(
  'The key of this installation is not the one that secrets in this database were encrypted with: authenticator codes, recovery codes, webhooks and identity providers will not work until SECRET_KEY, or the file secret.key in the data directory, is that key again, and no server starts before. If it is lost, run steward secrets adopt, then steward admin clear-second-factor to let people in. Passwords and passkeys are not affected.',
)
