import { basename } from 'node:path'
import { currentTranslator, msg, t } from '@steward/i18n/reader'
import { nested, onLines, type Said, say } from '@steward/i18n/sentence'
import { areas } from '../../areas.ts'
import { type Actor, auditEvent } from '../../db/write/audit.ts'
import { forTerminal } from '../../environment-language.ts'
import { newId } from '../../ids.ts'
import { nearest } from '../../importer/map/did-you-mean.ts'
import type { DateEvidence, ReadingOptions } from '../../importer/options.ts'
import { openReading } from '../../importer/parse/read-batches.ts'
import { fileSource } from '../../importer/read/source.ts'
import { openReport } from '../../importer/write/report.ts'
import { importBegun, runImport, type Summary } from '../../importer/write/run.ts'
import { sourceOf } from '../../importer/write/source-name.ts'
import { OperatorError } from '../../operator-error.ts'
import { defineCommand, UsageError, type Values } from '../command.ts'
import { withDatabase } from '../database.ts'
import { pacing, stoppable, withProgress } from '../terminal.ts'

const imported = Object.values(areas.imports)
const names = imported.map(({ name }) => name)

const details = [
  say('Areas: {areas}', { areas: names.join(', ') }),
  [
    [
      '--map field=column',
      say(
        'take a field from a column, or from a text with columns in braces: {example}; --map field= leaves it out. Columns that are called like a field are found by themselves.',
        { example: '--map title="{race}: {pollster}"' },
      ),
    ],
    ['--set field=value', msg('the same value in every row')],
    ['--id column[,column]', msg('what names a row; without it, all that it holds')],
    [
      '--date-format FORMAT',
      msg('such as M/D/YYYY, DD.MM.YYYY HH:mm, MMM-YY; several are tried in turn'),
    ],
    [
      '--date-order day | month',
      msg('which of 03/04/2026 comes first, where the file’s other dates don’t decide it'),
    ],
    [
      '--source NAME',
      msg(
        'where the file comes from: ids of one source never meet those of another. Otherwise what the file is called',
      ),
    ],
    [
      '--on-conflict WHAT',
      msg(
        'where a record with the same id has other content: keep it (as it is without this option), overwrite it, or count the row as bad',
      ),
    ],
    ['--time-zone ZONE', msg('such as Europe/Berlin, for times that name none; otherwise UTC')],
    ['--currency CODE', msg('of amounts that name none')],
    ['--decimal . | ,', msg('what stands before the decimals where that is open')],
    ['--delimiter SIGN', msg('what stands between columns: , ; tab |; otherwise guessed')],
    ['--encoding NAME', msg('such as windows-1252, utf-16le; otherwise found out')],
    ['--format csv | ndjson', msg('otherwise by the file’s name')],
    ['--unescape', msg('turn \\" into ", \\/ into / and \\u00e9 into é in texts')],
    [
      '--entities',
      msg('turn &amp;, &#39;, &eacute; and the like into what they stand for in texts'),
    ],
    ['--dry-run', msg('check every row and write nothing')],
    ['--report FILE', msg('where the bad rows go; otherwise <name of the file>.report.csv here')],
  ],
  msg(
    'The same file can be imported again: what is there already is passed over. The exit code is 0 when every row is in, 3 when some were bad or in conflict, 130 after Ctrl-C. docs/importing.md tells the rest.',
  ),
] as const

const options = {
  map: { type: 'string', multiple: true },
  set: { type: 'string', multiple: true },
  id: { type: 'string', multiple: true },
  'date-format': { type: 'string', multiple: true },
  'date-order': { type: 'string' },
  source: { type: 'string' },
  'on-conflict': { type: 'string' },
  'time-zone': { type: 'string' },
  currency: { type: 'string' },
  decimal: { type: 'string' },
  delimiter: { type: 'string' },
  encoding: { type: 'string' },
  format: { type: 'string' },
  unescape: { type: 'boolean', default: false },
  entities: { type: 'boolean', default: false },
  'dry-run': { type: 'boolean', default: false },
  report: { type: 'string' },
} as const

export const importCommand = defineCommand({
  name: 'import',
  summary: msg('Import records from a CSV or NDJSON file'),
  synopsis: '<area> FILE [options]',
  details,
  options,
  most: Number.POSITIVE_INFINITY,
  run: async (values, [name, path, extra]) => {
    if (!name || !path)
      throw new UsageError(
        say('{command} needs an area and a file.', { command: 'steward import' }),
      )
    if (extra)
      throw new UsageError(
        say('steward import takes one file at a time, not "{extra}" as well.', { extra }),
      )
    const area = imported.find((each) => each.name === name)
    if (!area)
      throw new UsageError(
        say('There is no area "{name}"{nearest} Areas: {areas}.', {
          name,
          nearest: nested(nearest(name, names)),
          areas: names.join(', '),
        }),
      )
    const source = await fileSource(path)
    const reportPath = values.report ?? `${basename(path)}.report.csv`
    const report = openReport(reportPath, path, currentTranslator())
    const dryRun = values['dry-run'] ?? false
    const settings = settingsOf(values)
    const onConflict = oneOf(values, 'on-conflict', ['keep', 'overwrite', 'bad']) ?? 'keep'
    const from = sourceOf(basename(path), values.source)
    const started = performance.now()
    try {
      const summary = await stoppable(t('Stopping after the current rows'), (signal) =>
        withDatabase(async ({ db }) => {
          const reading = await openReading(source, area, settings)
          for (const note of reading.notes) process.stderr.write(`${forTerminal(note)}\n`)
          const { dates } = reading.first
          if (dates.undecided) throw new OperatorError(undecided(dates))
          const actor: Actor = { system: 'import', batch: newId() }
          return await withProgress(source.size, async (update) => {
            if (!dryRun) await auditEvent(db, actor, importBegun(area, basename(path)))
            return await runImport(db, reading, {
              by: { actor, job: null },
              source: from,
              onConflict,
              dryRun,
              signal,
              onBad: report.add,
              onKept: report.add,
              onProgress: ({ bytes, read, bad }) =>
                update(
                  bytes,
                  bad > 0
                    ? t('{read, plural, one {# row} other {# rows}}, {bad} bad', { read, bad })
                    : t('{rows, plural, one {# row} other {# rows}}', { rows: read }),
                ),
            })
          })
        }),
      )
      process.stdout.write(describe(summary, { dryRun, from }, reportPath, started))
      if (summary.interrupted) return 130
      return summary.bad + summary.conflicts > 0 ? 3 : 0
    } finally {
      await report.close()
    }
  },
})

type Given = Values<typeof options>

/** The options of the command as settings for reading; throws UsageError. */
function settingsOf(values: Given): ReadingOptions {
  const { id, currency, encoding } = values
  const first = oneOf(values, 'date-order', ['day', 'month'])
  return {
    map: readPairs('map', 'column', values.map),
    set: readPairs('set', 'value', values.set),
    ...(id && { id: id.flatMap((list) => list.split(',').map((column) => column.trim())) }),
    dateFormats: values['date-format'] ?? [],
    dateOrder: first && `${first}-first`,
    timeZone: values['time-zone'],
    currency,
    decimal: oneOf(values, 'decimal', ['.', ',']),
    delimiter: readDelimiter(values.delimiter),
    encoding,
    format: oneOf(values, 'format', ['csv', 'ndjson']),
    unescape: values.unescape ?? false,
    entities: values.entities ?? false,
  }
}

/** Reads a repeated option `--map field=column`; `what` names the part after `=`. Throws UsageError. */
function readPairs(
  option: string,
  what: string,
  entries: readonly string[] = [],
): Record<string, string> {
  // Without a prototype, so that no field is one of its keys.
  const pairs: Record<string, string> = Object.create(null)
  for (const entry of entries) {
    const at = entry.indexOf('=')
    if (at < 1)
      throw new UsageError(
        say('--{option} takes field={what}, not "{entry}".', { option, what, entry }),
      )
    const field = entry.slice(0, at).trim()
    if (Object.hasOwn(pairs, field))
      throw new UsageError(say('--{option} is given twice for {field}.', { option, field }))
    pairs[field] = entry.slice(at + 1)
  }
  return pairs
}

function describe(
  summary: Summary,
  { dryRun, from }: { dryRun: boolean; from: string },
  reportPath: string,
  started: number,
): string {
  const { read, added, already, conflicts, overwritten, bad, interrupted } = summary
  const parts = [
    dryRun ? t('{added} would be added', { added }) : t('{added} added', { added }),
    t('{already} already there', { already }),
    ...(overwritten > 0
      ? [
          dryRun
            ? t('{overwritten} would be overwritten', { overwritten })
            : t('{overwritten} overwritten', { overwritten }),
        ]
      : []),
    ...(conflicts > 0 ? [t('{conflicts} in conflict and kept as they are', { conflicts })] : []),
    t('{bad} bad', { bad }),
  ]
  const lines = [
    t('{numbers}; {read, plural, one {# row} other {# rows}} read in {time}. Source: {from}.', {
      numbers: parts.join(t(', ', {}, 'between numbers')),
      read,
      time: pacing(read, started),
      from,
    }),
    ...conflictLines(summary),
    ...Object.entries(summary.elsewhere).map(([source, count]) =>
      t(
        '{count, plural, one {# of the ids added is} other {# of the ids added are}} known from the source "{source}" too. If that is the same source, say --source "{source}".',
        { count, source },
      ),
    ),
  ]
  if (bad + conflicts > 0) {
    lines.push(
      t('The rows that were not imported and their reasons are in {path}.', { path: reportPath }),
    )
  }
  if (dryRun) lines.push(t('This was a dry run. Nothing was imported.'))
  if (interrupted)
    lines.push(t('Stopped before the end of the file. Run the same command again to continue.'))
  return `${lines.join('\n')}\n`
}

/** The message that asks the person to say what the dates mean. */
const undecided = ({ ambiguous }: DateEvidence): Said =>
  onLines([
    msg('The dates of this file can be read in two ways:'),
    ...ambiguous.samples.map(({ text, line, dayFirst, monthFirst }) =>
      say(
        '  line {line}: {text} is {dayFirst} with the day first, {monthFirst} with the month first',
        { line, text, dayFirst, monthFirst },
      ),
    ),
    msg('Say --date-order day or --date-order month. Nothing was imported.'),
  ])

const maxShown = 3

function conflictLines({ samples, differing }: Summary): string[] {
  if (differing === 0) return []
  const lines = samples
    .slice(0, maxShown)
    .flatMap(({ line, id, fields }) => [
      `  ${t('line {line}, id {id}', { line, id })}`,
      ...fields.map(
        (each) => `    ${t('{field}: "{here}" here, "{file}" in the file', { ...each })}`,
      ),
    ])
  const more =
    differing > maxShown ? [`  ${t('… and {count} more', { count: differing - maxShown })}`] : []
  const head = t(
    '{differing, plural, one {# row has} other {# rows have}} the id of a record with other content:',
    { differing },
  )
  return [head, ...lines, ...more]
}

function oneOf<T extends string>(
  values: Given,
  option: 'date-order' | 'on-conflict' | 'decimal' | 'format',
  choices: readonly T[],
): T | undefined {
  const value = values[option]
  const found = choices.find((choice) => choice === value)
  if (value === undefined || found) return found
  throw new UsageError(
    say('--{option} is one of {choices}, not "{value}".', {
      option,
      choices: choices.join(' '),
      value,
    }),
  )
}

function readDelimiter(value: string | undefined): string | undefined {
  if (value === undefined) return undefined
  if (value === 'tab' || value === '\\t') return '\t'
  if ([...value].length !== 1 || /["\n\r]/.test(value))
    throw new UsageError(say('--delimiter is one sign, or tab, not "{value}".', { value }))
  return value
}
