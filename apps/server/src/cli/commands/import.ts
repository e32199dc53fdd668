import { basename } from 'node:path'
import { areas } from '../../areas.ts'
import { type Actor, auditEvent } from '../../db/write/audit.ts'
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
import { pacing, shown, stoppable, withProgress } from '../terminal.ts'

const imported = Object.values(areas.imports)
const names = imported.map(({ name }) => name)

const details = `
Areas: ${names.join(', ')}

  --map field=column       take a field from a column, or from a text with columns in
                           braces: --map title="{race}: {pollster}"; --map field= leaves it out.
                           Columns that are called like a field are found by themselves.
  --set field=value        the same value in every row
  --id column[,column]     what names a row; without it, all that it holds
  --date-format FORMAT     such as M/D/YYYY, DD.MM.YYYY HH:mm, MMM-YY; several are tried in turn
  --date-order day | month which of 03/04/2026 comes first, where the file's other dates don't decide it
  --source NAME            where the file comes from: ids of one source never meet those of another.
                           Otherwise what the file is called
  --on-conflict WHAT       where a record with the same id has other content: keep it (as it is
                           without this option), overwrite it, or count the row as bad
  --time-zone ZONE         such as Europe/Berlin, for times that name none; otherwise UTC
  --currency CODE          of amounts that name none
  --decimal . | ,          what stands before the decimals where that is open
  --delimiter SIGN         what stands between columns: , ; tab |; otherwise guessed
  --encoding NAME          such as windows-1252, utf-16le; otherwise found out
  --format csv | ndjson    otherwise by the file's name
  --unescape               turn \\" into ", \\/ into / and \\u00e9 into é in texts
  --entities               turn &amp;, &#39;, &eacute; and the like into what they
                           stand for in texts
  --dry-run                check every row and write nothing
  --report FILE            where the bad rows go; otherwise <name of the file>.report.csv here

The same file can be imported again: what is there already is passed over. The exit code is 0 when
every row is in, 3 when some were bad or in conflict, 130 after Ctrl-C. docs/importing.md tells the
rest.`

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
  summary: 'Import records from a CSV or NDJSON file',
  synopsis: '<area> FILE [options]',
  details,
  options,
  most: Number.POSITIVE_INFINITY,
  run: async (values, [name, path, extra]) => {
    if (!name || !path) throw new UsageError('steward import needs an area and a file.')
    if (extra)
      throw new UsageError(`steward import takes one file at a time, not "${extra}" as well.`)
    const area = imported.find((each) => each.name === name)
    if (!area)
      throw new UsageError(
        `There is no area "${name}"${nearest(name, names)} Areas: ${names.join(', ')}.`,
      )
    const source = await fileSource(path)
    const reportPath = values.report ?? `${basename(path)}.report.csv`
    const report = openReport(reportPath, path)
    const dryRun = values['dry-run'] ?? false
    const settings = settingsOf(values)
    const onConflict = oneOf(values, 'on-conflict', ['keep', 'overwrite', 'bad']) ?? 'keep'
    const from = sourceOf(basename(path), values.source)
    const started = performance.now()
    try {
      const summary = await stoppable('Stopping after the current rows', (signal) =>
        withDatabase(async ({ db }) => {
          const reading = await openReading(source, area, settings)
          for (const note of reading.notes) process.stderr.write(`${note}\n`)
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
                update(bytes, `${shown(read)} rows${bad > 0 ? `, ${shown(bad)} bad` : ''}`),
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
    if (at < 1) throw new UsageError(`--${option} takes field=${what}, not "${entry}".`)
    const field = entry.slice(0, at).trim()
    if (Object.hasOwn(pairs, field))
      throw new UsageError(`--${option} is given twice for ${field}.`)
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
  const would = dryRun ? 'would be ' : ''
  const parts = [
    `${shown(added)} ${would}added`,
    `${shown(already)} already there`,
    ...(overwritten > 0 ? [`${shown(overwritten)} ${would}overwritten`] : []),
    ...(conflicts > 0 ? [`${shown(conflicts)} in conflict and kept as they are`] : []),
    `${shown(bad)} bad`,
  ]
  const lines = [
    `${parts.join(', ')}; ${shown(read)} rows read in ${pacing(read, started)}. Source: ${from}.`,
    ...conflictLines(summary),
    ...Object.entries(summary.elsewhere).map(
      ([source, n]) =>
        `${shown(n)} of the ids added are known from the source "${source}" too. If that is the same source, say --source "${source}".`,
    ),
  ]
  if (bad + conflicts > 0) {
    lines.push(`The rows that were not imported and their reasons are in ${reportPath}.`)
  }
  if (dryRun) lines.push('This was a dry run. Nothing was imported.')
  if (interrupted)
    lines.push('Stopped before the end of the file. Run the same command again to continue.')
  return `${lines.join('\n')}\n`
}

/** The message that asks the person to say what the dates mean. */
function undecided({ ambiguous }: DateEvidence): string {
  const samples = ambiguous.samples.map(
    ({ text, line, dayFirst, monthFirst }) =>
      `  line ${line}: ${text} is ${dayFirst} with the day first, ${monthFirst} with the month first`,
  )
  return `The dates of this file can be read in two ways:\n${samples.join('\n')}\nSay --date-order day or --date-order month. Nothing was imported.`
}

const maxShown = 3

function conflictLines({ samples, differing }: Summary): string[] {
  if (differing === 0) return []
  const lines = samples
    .slice(0, maxShown)
    .flatMap(({ line, id, fields }) => [
      `  line ${line}, id ${id}`,
      ...fields.map(
        ({ field, here, file }) => `    ${field}: "${here}" here, "${file}" in the file`,
      ),
    ])
  const many = differing === 1 ? '1 row has' : `${shown(differing)} rows have`
  const more = differing > maxShown ? [`  … and ${shown(differing - maxShown)} more`] : []
  return [`${many} the id of a record with other content:`, ...lines, ...more]
}

function oneOf<T extends string>(
  values: Given,
  option: 'date-order' | 'on-conflict' | 'decimal' | 'format',
  choices: readonly T[],
): T | undefined {
  const value = values[option]
  const found = choices.find((choice) => choice === value)
  if (value === undefined || found) return found
  throw new UsageError(`--${option} is one of ${choices.join(' ')}, not "${value}".`)
}

function readDelimiter(value: string | undefined): string | undefined {
  if (value === undefined) return undefined
  if (value === 'tab' || value === '\\t') return '\t'
  if ([...value].length !== 1 || /["\n\r]/.test(value))
    throw new UsageError(`--delimiter is one sign, or tab, not "${value}".`)
  return value
}
