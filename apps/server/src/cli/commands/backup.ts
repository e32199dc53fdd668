import type { Writable } from 'node:stream'
import { msg, t } from '@steward/i18n/reader'
import { say } from '@steward/i18n/sentence'
import { openOutput, problemWith } from '../../backup/output-file.ts'
import { type Backup, openSnapshot, writeBackup } from '../../backup/write-backup.ts'
import { readConfig } from '../../config.ts'
import { defineCommand, UsageError, type Values } from '../command.ts'
import { pacing, stoppable, withProgress } from '../terminal.ts'

const details = [
  [
    ['--without-uploads', msg('leave out pictures, and files that wait to be imported')],
    ['--without-secret-key', msg('leave out the key that second factors are encrypted with')],
    ['--force', msg('replace FILE if it is there')],
  ],
  msg(
    'FILE is a tar file compressed with gzip, readable for this account alone; - is standard output. It holds one snapshot of the whole database: a server may go on writing meanwhile. It appears under its name only once it is whole. Sessions are left out, so that everybody signs in again after a restore.',
  ),
  say('See also: {places}.', { places: 'steward restore --help, docs/operations.md' }),
] as const

const options = {
  'without-uploads': { type: 'boolean', default: false },
  'without-secret-key': { type: 'boolean', default: false },
  force: { type: 'boolean', default: false },
} as const

type Given = Values<typeof options>

export const backupCommand = defineCommand({
  name: 'backup',
  summary: msg('Back up everything into one file while the server runs'),
  synopsis: 'FILE [options]',
  details,
  options,
  needs: msg('a file'),
  run: (values, [path = '']) =>
    stoppable(t('Stopping and removing the incomplete backup'), async (signal) => {
      try {
        return path === '-'
          ? await toStandardOutput(values, signal)
          : await toFile(path, values, signal)
      } catch (error) {
        if (!signal.aborted) throw problemOf(path, error)
        process.stderr.write(`${t('Stopped. No backup was written.')}\n`)
        return 130
      }
    }),
})

function problemOf(path: string, error: unknown): unknown {
  if ((error as NodeJS.ErrnoException).syscall !== 'write') return error
  return problemWith(path === '-' ? msg('Standard output') : path, error)
}

async function toFile(path: string, values: Given, signal: AbortSignal): Promise<number> {
  const file = await openOutput(path, { force: values.force })
  const started = performance.now()
  try {
    const backup = await write(file.stream, values, signal)
    const size = await file.keep()
    const { tables, files } = backup.totals
    const rows = Object.values(tables).reduce((sum, table) => sum + table.rows, 0)
    const sizes = { path, rows, tables: Object.keys(tables).length, files, size }
    const done = t(
      '{path}: {rows, plural, one {# row} other {# rows}} of {tables, plural, one {# table} other {# tables}} and {files, plural, one {# file} other {# files}} in {size} bytes, {time}.',
      { ...sizes, time: pacing(rows, started) },
    )
    process.stdout.write(`${done}\nSHA-256 ${backup.sum}\n`)
    warn(backup)
    return 0
  } finally {
    await file.discard()
  }
}

async function toStandardOutput(values: Given, signal: AbortSignal): Promise<number> {
  if (process.stdout.isTTY) {
    throw new UsageError(
      msg('A backup can’t be written to a terminal. Name a file or redirect the output.'),
    )
  }
  warn(await write(process.stdout, values, signal))
  return 0
}

async function write(sink: Writable, values: Given, signal: AbortSignal): Promise<Backup> {
  const config = readConfig(process.env)
  const connection = await openSnapshot(config, signal)
  try {
    return await withProgress(steps, (update) =>
      writeBackup(connection, config, sink, {
        uploads: !values['without-uploads'],
        secretKey: !values['without-secret-key'],
        signal,
        onProgress: (done, of, rows) =>
          update(
            Math.floor((steps * done) / Math.max(1, of)),
            t('{rows, plural, one {# row} other {# rows}}', { rows }),
          ),
      }),
    )
  } finally {
    await connection.close()
  }
}

const steps = 1_000

function warn({ holdsKey }: Backup): void {
  const words = holdsKey
    ? t(
        'The file contains password hashes and personal data, and the key that second factors are encrypted with. Keep it as secure as the server itself.',
      )
    : t(
        'The file contains password hashes and personal data. Keep it as secure as the server itself.',
      )
  process.stderr.write(`${words}\n`)
}
