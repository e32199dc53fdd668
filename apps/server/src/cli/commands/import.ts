import { basename } from 'node:path'
import { areas } from '../../areas.ts'
import { type Actor, auditEvent } from '../../db/write/audit.ts'
import { newId } from '../../ids.ts'
import { openReading } from '../../import/drafts/reading.ts'
import { nearest } from '../../import/map/did-you-mean.ts'
import type { DateEvidence, DateOrder, ReadingOptions } from '../../import/options.ts'
import { fileSource } from '../../import/read/source.ts'
import { openReport } from '../../import/write/report.ts'
import { importBegun, runImport, type Summary } from '../../import/write/run.ts'
import { sourceOf } from '../../import/write/source-name.ts'
import { OperatorError } from '../../operator-error.ts'
import type { Command } from '../command.ts'
import { withDatabase } from '../database.ts'
import { onInterrupt } from '../interrupt.ts'
import { readOptions, readPairs } from '../options.ts'
import { pacing, shown, showProgress } from '../progress.ts'
import { UsageError } from '../usage-error.ts'

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
  map: { type: 'string', multiple: true, default: [] as string[] },
  set: { type: 'string', multiple: true, default: [] as string[] },
  id: { type: 'string', multiple: true },
  'date-format': { type: 'string', multiple: true, default: [] as string[] },
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

/** `steward import` */
export const importCommand: Command = {
  name: 'import',
  summary: 'Import records from a CSV or NDJSON file',
  synopsis: '<area> FILE [options]',
  details,
  run: async (words) => {
    const { values, positionals } = readOptions(words, {
      ...options,
      map: { ...options.map },
      set: { ...options.set },
    })
    const [name, path, extra] = positionals
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
    const settings: ReadingOptions = {
      map: readPairs('map', values.map),
      set: readPairs('set', values.set),
      ...(values.id
        ? { id: values.id.flatMap((list) => list.split(',').map((column) => column.trim())) }
        : {}),
      dateFormats: values['date-format'],
      dateOrder: dateOrders[oneOf('date-order', values['date-order'], ['day', 'month']) ?? ''],
      timeZone: values['time-zone'],
      currency: values.currency,
      decimal: oneOf('decimal', values.decimal, ['.', ',']),
      delimiter: readDelimiter(values.delimiter),
      encoding: values.encoding,
      format: oneOf('format', values.format, ['csv', 'ndjson']),
      unescape: values.unescape,
      entities: values.entities,
    }
    const onConflict =
      oneOf('on-conflict', values['on-conflict'], ['keep', 'overwrite', 'bad']) ?? 'keep'
    const from = sourceOf(basename(path), values.source)
    const { signal, release } = onInterrupt()
    const started = performance.now()
    try {
      const summary = await withDatabase(async ({ db }) => {
        const reading = await openReading(source, area, settings)
        for (const note of reading.notes) process.stderr.write(`${note}\n`)
        if (reading.first.dates.undecided) throw new OperatorError(undecided(reading.first.dates))
        const progress = showProgress(source.size)
        const actor: Actor = { system: 'import', batch: newId() }
        try {
          if (!values['dry-run']) await auditEvent(db, actor, importBegun(area, basename(path)))
          return await runImport(db, reading, {
            by: { actor, job: null },
            source: from,
            onConflict,
            dryRun: values['dry-run'],
            signal,
            onBad: report.add,
            onKept: report.add,
            onProgress: ({ bytes, read, bad }) =>
              progress.update(bytes, `${shown(read)} rows${bad > 0 ? `, ${shown(bad)} bad` : ''}`),
          })
        } finally {
          progress.stop()
        }
      })
      process.stdout.write(
        describe(summary, { dryRun: values['dry-run'], from }, reportPath, started),
      )
      if (summary.interrupted) return 130
      return summary.bad + summary.conflicts > 0 ? 3 : 0
    } finally {
      release()
      await report.close()
    }
  },
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

const dateOrders: Record<string, DateOrder | undefined> = {
  day: 'day-first',
  month: 'month-first',
}

/** Why nothing was imported: the person has to say what the dates mean. */
function undecided({ ambiguous }: DateEvidence): string {
  const samples = ambiguous.samples.map(
    ({ text, line, dayFirst, monthFirst }) =>
      `  line ${line}: ${text} is ${dayFirst} with the day first, ${monthFirst} with the month first`,
  )
  return `The dates of this file can be read in two ways:\n${samples.join('\n')}\nSay --date-order day or --date-order month. Nothing was imported.`
}

/** Conflicts that are shown. */
const maxShown = 3

/** The same id with other content: the first of them, with both sides. */
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
  option: string,
  value: string | undefined,
  choices: readonly T[],
): T | undefined {
  if (value === undefined) return undefined
  const found = choices.find((choice) => choice === value)
  if (!found) throw new UsageError(`--${option} is one of ${choices.join(' ')}, not "${value}".`)
  return found
}

function readDelimiter(value: string | undefined): string | undefined {
  if (value === undefined) return undefined
  if (value === 'tab' || value === '\\t') return '\t'
  if ([...value].length !== 1 || /["\n\r]/.test(value))
    throw new UsageError(`--delimiter is one sign, or tab, not "${value}".`)
  return value
}
