import { msg, t } from '@steward/i18n/reader'
import { say } from '@steward/i18n/sentence'
import { adoptImports, countOthers } from '../../backup/target.store.ts'
import { type Config, readConfig } from '../../config.ts'
import { type Connection, openConnection } from '../../db/connection/connection.ts'
import { DirectoryOpen } from '../../db/embedded/engine.ts'
import { migrateAsOwner } from '../../db/migrations/migrate-as-owner.ts'
import { OperatorError } from '../../operator-error.ts'
import { folderStorage } from '../../storage/folder.ts'
import { copyFiles, storedNames } from '../../storage/move-files.ts'
import { openStorage } from '../../storage/open-storage.ts'
import { defineCommand, UsageError, type Values } from '../command.ts'
import { stoppable, withProgress } from '../terminal.ts'

const details = [
  [
    ['--to s3', msg('from DATA_DIR into the bucket of S3_URL')],
    ['--to folder', msg('from the bucket of S3_URL into DATA_DIR')],
    ['--remove', msg('remove the files from where they were, once all are copied')],
  ],
  msg(
    'Copies pictures and files of imports, and reads each copy again. What is there already stays, so that the command can be stopped and run again. While a server runs it only copies: stop every server, run it once more, and start them with S3_URL set, or without it for --to folder.',
  ),
] as const

const options = {
  to: { type: 'string' },
  remove: { type: 'boolean', default: false },
} as const

export const filesCommand = defineCommand({
  name: 'files',
  summary: msg('Move pictures and import files between the data directory and a bucket'),
  synopsis: 'move --to s3|folder [--remove]',
  details,
  options,
  most: Number.POSITIVE_INFINITY,
  run: (values, given) => {
    if (given.join(' ') !== 'move')
      throw new UsageError(say('Usage: {command}', { command: 'steward files move' }))
    if (values.to !== 's3' && values.to !== 'folder')
      throw new UsageError('steward files move takes --to s3 or --to folder.')
    return stoppable(t('Stopping; what is copied stays'), async (signal) => {
      try {
        return await move(values, signal)
      } catch (error) {
        if (!signal.aborted) throw error
        process.stderr.write(`${t('Stopped. Run the same command again to continue.')}\n`)
        return 130
      }
    })
  },
})

async function move({ to, remove }: Values<typeof options>, signal: AbortSignal) {
  const config = readConfig(process.env)
  if (!config.s3)
    throw new OperatorError('Set S3_URL to the bucket; with --to folder it names where they are.')
  const bucket = await openStorage(config)
  const folder = folderStorage(config.dataDir)
  const [source, target] = to === 's3' ? [folder, bucket] : [bucket, folder]
  const connection = await openAlone(config)
  try {
    if (remove && !connection)
      throw new OperatorError('A server runs and may still add files. Stop every server first.')
    const names = await storedNames(source)
    const { copied, there } = await withProgress(names.length, (update) =>
      copyFiles(source, target, names, {
        signal,
        onFile: (done, of) =>
          update(done, t('{done} of {of, plural, one {# file} other {# files}}', { done, of })),
      }),
    )
    const copying = t(
      '{copied, plural, one {# file} other {# files}} copied and compared, {there, plural, one {# was} other {# were}} there already.',
      { copied, there },
    )
    if (!connection)
      return `${copying}\n${t('A server runs: stop every server and run this once more for what it adds.')}`
    await adoptImports(connection.db, await target.id(), await source.id())
    if (!remove) return `${copying}\n${t('The files are still where they were, too.')}`
    for (const name of names) {
      signal.throwIfAborted()
      await source.remove(name)
    }
    return `${copying}\n${t(
      '{count, plural, one {# file} other {# files}} removed from where they were.',
      { count: names.length },
    )}`
  } finally {
    await connection?.close()
  }
}

/** Opens the database; null while a server uses it. */
async function openAlone(config: Config): Promise<Connection | null> {
  const connection = await openConnection(config).catch((error) => {
    if (error instanceof DirectoryOpen) return null
    throw error
  })
  let isAlone = false
  try {
    if (!connection) return null
    const others = connection.engine === 'embedded' ? 0 : await countOthers(connection.db, config)
    if (others > 0) return null
    await migrateAsOwner(connection, config)
    isAlone = true
    return connection
  } finally {
    if (!isAlone) await connection?.close()
  }
}
