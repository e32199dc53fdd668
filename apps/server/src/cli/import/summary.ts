import { t } from '@steward/i18n/reader'
import type { Summary } from '../../importer/write/run.ts'
import { pacing } from '../terminal.ts'

/** What an import has done, in lines for the terminal. */
export function describe(
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
