import { readFile, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { msg, t } from '@steward/i18n/reader'
import { type Said, say } from '@steward/i18n/sentence'
import { readConfig } from '../../config.ts'
import { forTerminal } from '../../environment-language.ts'
import { OperatorError } from '../../operator-error.ts'
import { readsIn } from '../../rehearsal/reads.ts'
import { type Rehearsed, rehearse } from '../../rehearsal/rehearse.ts'
import { defineCommand, UsageError } from '../command.ts'
import { inTenths, stoppable } from '../terminal.ts'

const details = [
  [
    ['--old FOLDER', msg('the version that wrote FILE: its folder, with what it needs installed')],
    [
      '--reads LOG',
      msg(
        'replay the reads of this file, such as a proxy’s access log; without it, every list is read by each of its sorts and choices, and the first records of each',
      ),
    ],
    [
      '--database-url URL',
      msg('a database of the PostgreSQL server to work on, instead of DATABASE_URL'),
    ],
    ['--factor N', msg('how many times as long as before a call may take (1.5)')],
  ],
  msg(
    'Restores FILE aside with the old version, migrates a copy with this one, asks servers of both the same, and compares the answers and how long 95 of 100 took. Nothing of the real database, data folder or mail is touched, and everything is taken away in the end. The exit code is 0 for go and 3 for no.',
  ),
] as const

export const rehearseCommand = defineCommand({
  name: 'rehearse',
  summary: msg('Try this version on a copy of a backup, beside the version that wrote it'),
  synopsis: 'FILE --old FOLDER [options]',
  details,
  options: {
    old: { type: 'string' },
    reads: { type: 'string' },
    'database-url': { type: 'string' },
    factor: { type: 'string', default: '1.5' },
  },
  needs: msg('a file'),
  run: async (values, [path = '']) => {
    if (!values.old)
      throw new UsageError(say('{command} needs --old FOLDER.', { command: 'steward rehearse' }))
    const factor = Number(values.factor)
    if (!(factor >= 1 && factor <= 100))
      throw new UsageError(
        say('--factor takes a number from 1 to 100, not "{factor}".', { factor: values.factor }),
      )
    const old = resolve(values.old)
    await mustBeThere(
      join(old, 'apps/server/src/main.ts'),
      say('{folder} holds no Steward', { folder: values.old }),
    )
    await mustBeThere(path, say('{path} can’t be read', { path }))
    const reads = values.reads === undefined ? undefined : readsIn(await textOf(values.reads))
    if (reads?.length === 0)
      throw new OperatorError(
        say("{reads} has no reads of Steward's API, such as GET /api/admin/bills.", {
          reads: values.reads,
        }),
      )
    const found = await stoppable(t('Stopping and removing the copies'), (signal) =>
      rehearse({
        backup: resolve(path),
        old,
        databaseUrl: values['database-url'] ?? serverOf(),
        reads,
        factor,
        signal,
        tell: (line) => process.stderr.write(`${forTerminal(line)}\n`),
      }),
    )
    const isGo = found.differences.length === 0 && !found.calls.some(({ isSlow }) => isSlow)
    process.stdout.write(`${report(found, isGo).join('\n')}\n`)
    return isGo ? 0 : 3
  },
})

function serverOf(): string | undefined {
  const { migrationUrl, databaseUrl } = readConfig(process.env)
  return migrationUrl ?? databaseUrl
}

async function mustBeThere(path: string, words: Said): Promise<void> {
  const found = await stat(path).catch(() => undefined)
  if (!found?.isFile())
    throw new OperatorError(say('{words}: there is no file {path}.', { words, path }))
}

/** The most that is read of an access log, in bytes. */
const maxLog = 100_000_000

async function textOf(path: string): Promise<string> {
  await mustBeThere(path, say('{path} can’t be read', { path }))
  if ((await stat(path)).size > maxLog)
    throw new OperatorError(say('{path} has more than 100 MB: take a part of it.', { path }))
  return await readFile(path, 'utf8')
}

const maxShown = 20

function report({ reads, migrateMs, differences, calls }: Rehearsed, isGo: boolean): string[] {
  const ms = (value: number) => `${inTenths(value)} ms`.padStart(10)
  const slow = calls.filter(({ isSlow }) => isSlow)
  const shown = slow.length > 0 ? slow : calls.slice(0, 5)
  return [
    t(
      'Migrated in {seconds} s. {reads, plural, one {# read} other {# reads}}, of which {different, plural, one {# was} other {# were}} answered otherwise.',
      { seconds: inTenths(migrateMs / 1000), reads, different: differences.length },
    ),
    ...differences
      .slice(0, maxShown)
      .map(({ address, words }) => `  ${address}\n    ${forTerminal(words)}`),
    ...(differences.length > maxShown
      ? [`  ${t('and {count} more', { count: differences.length - maxShown })}`]
      : []),
    slow.length > 0
      ? t('Slower than allowed (p95, old and new):')
      : t('The calls that changed most (p95, old and new):'),
    ...shown.map(({ call, oldMs, newMs }) => `  ${call.padEnd(24)}${ms(oldMs)}${ms(newMs)}`),
    isGo ? t('Go.') : t('No.'),
  ]
}
