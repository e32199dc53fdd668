import { basename } from 'node:path'
import { currentTranslator, msg, t } from '@steward/i18n/reader'
import { nested, onLines, type Said, say } from '@steward/i18n/sentence'
import { areas } from '../../areas.ts'
import { type Actor, auditEvent } from '../../db/write/audit.ts'
import { forTerminal } from '../../environment-language.ts'
import { newId } from '../../ids.ts'
import { nearest } from '../../importer/map/did-you-mean.ts'
import type { DateEvidence } from '../../importer/options.ts'
import { openReading } from '../../importer/parse/read-batches.ts'
import { fileSource } from '../../importer/read/source.ts'
import { openReport } from '../../importer/write/report.ts'
import { importBegun, runImport } from '../../importer/write/run.ts'
import { sourceOf } from '../../importer/write/source-name.ts'
import { OperatorError } from '../../operator-error.ts'
import { defineCommand, UsageError } from '../command.ts'
import { withDatabase } from '../database.ts'
import { explained, oneOf, options, settingsOf } from '../import/options.ts'
import { describe } from '../import/summary.ts'
import { stoppable, withProgress } from '../terminal.ts'

const imported = Object.values(areas.imports)
const names = imported.map(({ name }) => name)

export const importCommand = defineCommand({
  name: 'import',
  summary: msg('Import records from a CSV or NDJSON file'),
  synopsis: '<area> FILE [options]',
  details: [
    say('Areas: {areas}', { areas: names.join(', ') }),
    explained,
    msg(
      'The same file can be imported again: what is there already is passed over. The exit code is 0 when every row is in, 3 when some were bad or in conflict, 130 after Ctrl-C. docs/importing.md tells the rest.',
    ),
  ],
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
