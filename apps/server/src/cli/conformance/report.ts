import { type EndpointName, routes } from '@steward/contract/calls/routes'
import { specifiedCalls } from '@steward/contract/calls/specified-calls'
import { abilities } from './check.ts'
import {
  conforms,
  countVerdicts,
  type Finding,
  isSpecified,
  shownCall,
  verdictOf,
} from './findings.ts'
import { specifiedLists } from './lists.ts'
import type { Result } from './run.ts'
import type { ScreenFinding } from './screens.ts'

const marks: Readonly<Record<string, string>> = {
  has: '✓',
  differs: '~',
  lacks: '✗',
  works: '✓',
  'works without': '~',
  'doesn’t work': '✗',
}
/** A verdict behind its mark; a dash for what is neither good nor bad. */
const marked = (verdict: string) => `${marks[verdict] ?? '–'} ${verdict}`

const groups: Readonly<Record<string, string>> = {
  session: 'Sign-in and passwords',
  accounts: 'Sign-in and passwords',
  roles: 'Roles',
  users: 'Users',
  dashboard: 'Dashboard and permissions',
  permissions: 'Dashboard and permissions',
}

/** The report of a check as text in 80 columns. */
export function report(result: Result): string {
  const { findings, base, writes } = result
  return [
    `Conformance of ${base}`,
    `(${writes ? 'reads, and writes to records of its own' : 'reads only'})`,
    ...callGroups(result),
    '\nIn general',
    ...findings.facts.flatMap((fact) => entry(fact, fact.about)),
    '\nLists: who pages, searches, sorts and filters',
    ...lists(result),
    '\nBeside the specification (optional)',
    ...ownCalls(result),
    '\nScreens of the web app',
    ...result.screens.flatMap(screenLines),
    '\nSummary',
    ...summary(result).flatMap((line) => wrap(line, 2)),
    '',
  ].join('\n')
}

/** Wraps a text into lines; long words are broken too. */
function wrap(text: string, indent: number): string[] {
  const room = 80 - indent
  const line = new RegExp(`\\S.{0,${room - 1}}(?=\\s|$)|\\S{${room}}`, 'g')
  return (text.replaceAll(/\s+/g, ' ').match(line) ?? []).map((each) => ' '.repeat(indent) + each)
}

const entry = ({ verdict, words }: Finding, about: string): string[] => [
  `  ${marked(verdict).padEnd(13)}  ${about}`,
  ...words.flatMap((line) => wrap(line, 17)),
]

function callGroups({ findings, writes }: Result): string[] {
  const groupOf = (name: string) => groups[name.split('.')[0] ?? ''] ?? 'Other areas'
  return [...Map.groupBy(specifiedCalls, groupOf)].flatMap(([group, names]) => [
    `\n${group}`,
    ...names.flatMap((name) => entry(verdictOf(findings, name, writes), shownCall(name))),
  ])
}

function lists({ lists: found }: Result): string[] {
  const row = (title: string, cells: readonly string[]) =>
    `  ${title.padEnd(36)}${cells.map((cell) => cell.padEnd(10)).join('')}`.trimEnd()
  const rows = specifiedLists.flatMap((name) => {
    const of = found.get(name)
    const cells = abilities.map((ability) => of?.[ability].replace('unknown', '–') ?? '')
    return of ? [row(routes[name].path, cells)] : []
  })
  if (rows.length === 0) return ['  No list could be read.']
  const note =
    '“browser”: the server sends the whole list, or pages of so few rows that all are fetched. “nobody”: it sends pages and passes the query over. “–”: there is no such thing, or too few records to tell.'
  return [row('', abilities), ...rows, ...wrap(note, 2)]
}

const ownFindings = ({ findings }: Result) =>
  [...findings.calls].filter(([name]) => !isSpecified(name))

function ownCalls(result: Result): string[] {
  const order = Object.keys(routes)
  const own = ownFindings(result).sort(([a], [b]) => order.indexOf(a) - order.indexOf(b))
  if (own.length === 0) return ['  Nothing was tried.']
  return own.flatMap(([name, found]) =>
    entry(found.verdict === 'differs' ? found : { ...found, words: [] }, shownCall(name)),
  )
}

function screenLines({ works, title, path, without, unknown, because }: ScreenFinding): string[] {
  const details = [
    because ?? (without.length > 0 ? `without ${without.join(', ')}` : ''),
    unknown.length > 0 && because === null ? `not tried: ${unknown.join(', ')}` : '',
  ]
  return [
    `  ${marked(works.replace(' some', '')).padEnd(15)}  ${title.padEnd(22)} ${path}`,
    ...details.flatMap((line) => wrap(line, 19)),
  ]
}

function summary({ findings, screens, left, deleted, interrupted, mark }: Result): string[] {
  const counts = Object.entries(countVerdicts(findings)).map((pair) => pair.join(' '))
  const offered = screens.filter(({ works }) => works !== 'not offered').length
  const working = screens.filter(({ works }) => works.startsWith('works')).length
  const made = `${deleted} made for this check and deleted (${mark}); a server that deletes softly keeps them in its trash.`
  return [
    `Of ${specifiedCalls.length} calls of the specification: ${counts.join(', ')}. Screens that work: ${working} of the ${offered} that are offered.`,
    ...(deleted > 0 ? [made] : []),
    ...left.map((line) => `Could not be deleted: ${line}`),
    ...(interrupted ? ['Stopped before its end.'] : []),
  ]
}

export function jsonReport(result: Result): string {
  const { findings, base, writes, lists: found, screens, left, interrupted } = result
  const shown = (name: EndpointName, finding: Finding) => {
    const { method, path } = routes[name]
    return { name, method, path, ...finding }
  }
  const all = {
    address: base,
    conforms: conforms(findings),
    writes,
    interrupted,
    counts: countVerdicts(findings),
    calls: specifiedCalls.map((name) => shown(name, verdictOf(findings, name, writes))),
    general: findings.facts,
    lists: Object.fromEntries(found),
    optional: ownFindings(result).map(([name, finding]) => shown(name, finding)),
    screens,
    left,
  }
  return JSON.stringify(all, null, 2)
}
