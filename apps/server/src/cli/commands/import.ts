import { basename } from 'node:path'
import { areas } from '../../areas.ts'
import { type Actor, auditEvent } from '../../db/audit.ts'
import { newId } from '../../ids.ts'
import { importBegun } from '../../import/audit.ts'
import { nearest } from '../../import/did-you-mean.ts'
import { openReading } from '../../import/reading.ts'
import type { ReadingOptions } from '../../import/reading-options.ts'
import { openReport } from '../../import/report.ts'
import { runImport, type Summary } from '../../import/run.ts'
import { fileSource } from '../../import/source.ts'
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
every row is in, 3 when some were bad, 130 after Ctrl-C. docs/importing.md tells the rest.`

const options = {
  map: { type: 'string', multiple: true, default: [] as string[] },
  set: { type: 'string', multiple: true, default: [] as string[] },
  id: { type: 'string', multiple: true },
  'date-format': { type: 'string', multiple: true, default: [] as string[] },
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
    if (!name || !path) throw new UsageError('steward import takes an area and a file.')
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
      timeZone: values['time-zone'],
      currency: values.currency,
      decimal: oneOf('decimal', values.decimal, ['.', ',']),
      delimiter: readDelimiter(values.delimiter),
      encoding: values.encoding,
      format: oneOf('format', values.format, ['csv', 'ndjson']),
      unescape: values.unescape,
      entities: values.entities,
    }
    const { signal, release } = onInterrupt()
    const started = performance.now()
    try {
      const summary = await withDatabase(async ({ db }) => {
        const reading = await openReading(source, area, settings)
        for (const note of reading.notes) process.stderr.write(`${note}\n`)
        const progress = showProgress(source.size)
        const actor: Actor = { system: 'import', batch: newId() }
        try {
          if (!values['dry-run']) await auditEvent(db, actor, importBegun(area, basename(path)))
          return await runImport(db, reading, {
            by: { actor, job: null },
            dryRun: values['dry-run'],
            signal,
            onBad: report.add,
            onProgress: ({ bytes, read, bad }) =>
              progress.update(bytes, `${shown(read)} rows${bad > 0 ? `, ${shown(bad)} bad` : ''}`),
          })
        } finally {
          progress.stop()
        }
      })
      process.stdout.write(describe(summary, values['dry-run'], reportPath, started))
      if (summary.interrupted) return 130
      return summary.bad > 0 ? 3 : 0
    } finally {
      release()
      await report.close()
    }
  },
}

function describe(summary: Summary, dryRun: boolean, reportPath: string, started: number): string {
  const { read, added, already, bad, interrupted } = summary
  const lines = [
    `${shown(added)} ${dryRun ? 'would be added' : 'added'}, ${shown(already)} already there, ${shown(bad)} bad; ${shown(read)} rows read in ${pacing(read, started)}.`,
  ]
  if (bad > 0) lines.push(`The bad rows and their reasons are in ${reportPath}.`)
  if (dryRun) lines.push('This was a dry run: nothing was written.')
  if (interrupted)
    lines.push('Stopped before the end of the file; the same command goes on from here.')
  return `${lines.join('\n')}\n`
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
