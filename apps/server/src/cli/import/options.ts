import { msg } from '@steward/i18n/reader'
import { say } from '@steward/i18n/sentence'
import type { ReadingOptions } from '../../importer/options.ts'
import { type Explained, UsageError, type Values } from '../command.ts'

export const options = {
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

/** What each option does. */
export const explained: Explained = [
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
  ['--entities', msg('turn &amp;, &#39;, &eacute; and the like into what they stand for in texts')],
  ['--dry-run', msg('check every row and write nothing')],
  ['--report FILE', msg('where the bad rows go; otherwise <name of the file>.report.csv here')],
]

/** The options as they were given. */
export type Given = Values<typeof options>

/** The options of the command as settings for reading; throws UsageError. */
export function settingsOf(values: Given): ReadingOptions {
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

/** One of the choices that an option has; undefined where it isn't given. Throws UsageError for another value. */
export function oneOf<T extends string>(
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
