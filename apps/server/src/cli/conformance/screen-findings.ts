import type { Check } from './check.ts'
import { type Finding, shownCall } from './findings.ts'
import type { Doer, ListAbilities } from './list-specs.ts'
import { type Screen, screens } from './screens.ts'

/** What of the web app works with the server. */
export interface ScreenFinding {
  path: string
  title: string
  works: 'works' | 'works without some' | 'doesn’t work' | 'not offered' | 'not known'
  /** What it goes without. */
  without: string[]
  /** Features of which nothing is known. */
  unknown: string[]
  /** Why it doesn't work, or why nothing is known. */
  because: string | null
}

/** Derives the screens from what was found of their calls. */
export const findScreens = (check: Check): ScreenFinding[] =>
  screens.map((screen) => findScreen(check, screen))

function findScreen(check: Check, screen: Screen): ScreenFinding {
  const { path, title, features } = screen
  const needs = screen.always ? screen.needs : [...screen.needs, 'permissions.own' as const]
  const of = check.findings.of
  const is = (finding: Finding) =>
    finding.verdict === 'not tried' ? 'unknown' : finding.usable ? 'usable' : 'not usable'
  const having = (wanted: 'unknown' | 'not usable') =>
    features.filter(({ calls }) => calls.some((call) => is(of(call)) === wanted))
  const lists = needs.flatMap((call) => check.lists.get(call) ?? [])
  const without = [...lists.flatMap(missingIn), ...having('not usable').map(({ words }) => words)]
  const unknown = having('unknown')
    .map(({ words }) => words)
    .filter((words) => !without.includes(words))
  const broken = needs.find((call) => is(of(call)) === 'not usable')
  const untried = needs.find((call) => is(of(call)) === 'unknown')
  const found = { path, title, without, unknown, because: null }
  if (broken) {
    const { verdict, words } = of(broken)
    if (verdict === 'not offered')
      return { ...found, works: 'not offered', because: `${shownCall(broken)}: ${words[0]}` }
    const how = verdict === 'lacks' ? 'is lacking' : 'differs'
    return { ...found, works: 'doesn’t work', because: `${shownCall(broken)} ${how}` }
  }
  if (untried) return { ...found, works: 'not known', because: `${shownCall(untried)} not tried` }
  return { ...found, works: without.length > 0 ? 'works without some' : 'works' }
}

const abilities = ['paging', 'search', 'sort', 'filter'] as const

const missingIn = (found: ListAbilities): string[] =>
  abilities.filter((ability) => found[ability] === 'nobody')

/** Who does something with a list, for people. */
export const doerWords: Readonly<Record<Doer, string>> = {
  server: 'server',
  browser: 'browser',
  nobody: 'nobody',
  unknown: '–',
}
