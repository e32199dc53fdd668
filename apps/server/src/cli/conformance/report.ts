import type { EndpointName } from '@steward/contract/routes'
import { routes } from '@steward/contract/routes'
import { type SpecifiedCall, specifiedCalls } from '@steward/contract/specified-calls'
import { type Finding, shownCall, type Verdict } from './findings.ts'
import { listSpecs } from './list-specs.ts'
import type { Result } from './run.ts'
import { doerWords, type ScreenFinding } from './screen-findings.ts'
import { countVerdicts, verdictOf } from './verdicts.ts'
import { wrap } from './wrap.ts'

const signs: Readonly<Record<Verdict, string>> = {
  has: '✓ has',
  lacks: '✗ lacks',
  differs: '~ differs',
  'not offered': '– not offered',
  'not tried': '– not tried',
}
const groups: Readonly<Record<string, string>> = {
  session: 'Sign-in and passwords',
  accounts: 'Sign-in and passwords',
  roles: 'Roles',
  users: 'Users',
  dashboard: 'Dashboard and permissions',
  permissions: 'Dashboard and permissions',
}

/** The report for people, in 80 columns. */
export function report(result: Result): string {
  const { findings, base, writes } = result
  const mode = writes ? 'reads, and writes to records of its own' : 'reads only'
  return [
    `Conformance of ${base}`,
    `(${mode})`,
    ...callGroups(result),
    section('In general'),
    ...findings.facts.flatMap((fact) => entry(fact, fact.about)),
    section('Lists: who pages, searches, sorts and filters'),
    ...lists(result),
    section('Beside the specification (optional)'),
    ...ownCalls(result),
    section('Screens of the web app'),
    ...result.screens.flatMap(screenLines),
    section('Summary'),
    ...summary(result),
    '',
  ].join('\n')
}

const section = (title: string) => `\n${title}`

/** A verdict, what it is about, and below it the words. */
function entry({ verdict, words }: Finding, about: string): string[] {
  return [
    `  ${signs[verdict].padEnd(13)}  ${about}`,
    ...words.flatMap((line) => wrap(line, ' '.repeat(17))),
  ]
}

function callGroups({ findings, writes }: Result): string[] {
  let last = ''
  return specifiedCalls.flatMap((name: SpecifiedCall) => {
    const group = groups[name.split('.')[0] ?? ''] ?? 'Other areas'
    const title = group === last ? [] : [section(group)]
    last = group
    return [...title, ...entry(verdictOf(findings, name, writes), shownCall(name))]
  })
}

function lists({ lists: found }: Result): string[] {
  const columns = ['paging', 'search', 'sort', 'filter'] as const
  const row = (cells: readonly string[], title: string) =>
    `  ${title.padEnd(36)}${cells.map((cell) => cell.padEnd(10)).join('')}`.trimEnd()
  const rows = listSpecs.flatMap(({ call }) => {
    const of = found.get(call)
    return of
      ? [
          row(
            columns.map((column) => doerWords[of[column]]),
            routes[call].path,
          ),
        ]
      : []
  })
  if (rows.length === 0) return ['  No list could be read.']
  const note =
    '“browser”: the server sends the whole list, or pages of so few rows that all are fetched. “nobody”: it sends pages and passes the query over. “–”: there is no such thing, or too few records to tell.'
  return [row(columns, ''), ...rows, ...wrap(note, '  ')]
}

function ownCalls({ findings }: Result): string[] {
  const own = (Object.keys(routes) as EndpointName[]).filter(
    (name) => findings.calls.has(name) && !specifiedCalls.some((each) => each === name),
  )
  if (own.length === 0) return ['  Nothing was tried.']
  return own.flatMap((name) => {
    const found = findings.of(name)
    return entry(found.verdict === 'differs' ? found : { ...found, words: [] }, shownCall(name))
  })
}

const screenSigns: Readonly<Record<ScreenFinding['works'], string>> = {
  works: '✓ works',
  'works without some': '~ works without',
  'doesn’t work': '✗ doesn’t work',
  'not offered': '– not offered',
  'not known': '– not known',
}

function screenLines(screen: ScreenFinding): string[] {
  const { works, title, without, unknown, because } = screen
  const details = [
    because ?? (without.length > 0 ? `without ${without.join(', ')}` : ''),
    unknown.length > 0 && because === null ? `not tried: ${unknown.join(', ')}` : '',
  ].filter(Boolean)
  return [
    `  ${screenSigns[works].padEnd(15)}  ${title.padEnd(22)} ${screen.path}`,
    ...details.flatMap((line) => wrap(line, ' '.repeat(19))),
  ]
}

function summary(result: Result): string[] {
  const { findings, screens, left, deleted, interrupted, mark } = result
  const counts = countVerdicts(findings)
  const offered = screens.filter(({ works }) => works !== 'not offered').length
  const working = screens.filter(({ works }) => works.startsWith('works')).length
  const calls = `Of ${specifiedCalls.length} calls of the specification: has ${counts.has}, lacks ${counts.lacks}, differs ${counts.differs}, not offered ${counts['not offered']}, not tried ${counts['not tried']}. Screens that work: ${working} of the ${offered} that are offered.`
  const made = `${deleted} made for this check and deleted (${mark}); a server that deletes softly keeps them in its trash.`
  const failed = left.map((line) => `Could not be deleted: ${line}`)
  return [
    calls,
    ...(deleted > 0 ? [made] : []),
    ...failed,
    ...(interrupted ? ['Stopped before its end.'] : []),
  ].flatMap((line) => wrap(line, '  '))
}
