import { areas } from '@steward/contract/areas/areas'
import { type EndpointName, routes } from '@steward/contract/calls/routes'
import { type SpecifiedCall, specifiedCalls } from '@steward/contract/calls/specified-calls'

/** What was found of a call, or of something that concerns several; the worst last. */
const verdicts = ['not tried', 'not offered', 'has', 'differs', 'lacks'] as const
export type Verdict = (typeof verdicts)[number]

/** What was found, and in which way. */
export interface Finding {
  verdict: Verdict
  /** Whether the web app can use it; so it may be where something differs. */
  usable: boolean
  /** What was expected, what came, why it was not tried: one line each. */
  words: string[]
}

/** Something that concerns the server as a whole. */
export interface Fact extends Finding {
  about: string
  /** Whether the specification asks for it. */
  specified: boolean
}

/** What is different from what was expected. */
export interface Difference {
  words: string
  usable: boolean
}

/** What was found so far. */
export interface Findings {
  readonly calls: ReadonlyMap<EndpointName, Finding>
  readonly facts: readonly Fact[]
  /** Adds to what is known of a call: the worst of all tries stands, with the words of each. */
  add(name: EndpointName, verdict: Verdict, words?: string, usable?: boolean): void
  addFact(about: string, verdict: Verdict, words: string, specified?: boolean): void
  of(name: EndpointName): Finding
}

/** @param secrets what no line may hold, whatever a server sends back */
export function openFindings(secrets: () => readonly string[]): Findings {
  const calls = new Map<EndpointName, Finding>()
  const facts: Fact[] = []
  const clean = (words: string | undefined) => (words ? [plain(words, secrets())] : [])
  return {
    calls,
    facts,
    add: (name, verdict, words, usable = verdict === 'has') => {
      const before = calls.get(name)
      const found = { verdict, usable, words: clean(words) }
      if (!before) calls.set(name, found)
      else if (verdict === 'not tried') return
      else if (before.verdict === 'not tried') calls.set(name, found)
      // What was refused to this account for one record may have been answered for another.
      else if (verdict !== 'not offered' || before.verdict === 'not offered') {
        const worse = verdicts.indexOf(verdict) > verdicts.indexOf(before.verdict)
        calls.set(name, {
          // One that answered before isn't lacking.
          verdict: worse ? (before.verdict === 'has' ? 'differs' : verdict) : before.verdict,
          usable: before.usable && usable,
          words: [...new Set([...before.words, ...found.words])],
        })
      }
    },
    addFact: (about, verdict, words, specified = false) => {
      facts.push({ about, verdict, usable: verdict === 'has', words: clean(words), specified })
    },
    of: (name) => calls.get(name) ?? { verdict: 'not tried', usable: false, words: [] },
  }
}

/** Whether the specification names a call. */
export const isSpecified = (name: string): name is SpecifiedCall =>
  specifiedCalls.some((each) => each === name)

/** What was found of a call of the specification; of one that was not tried, why. */
export function verdictOf(findings: Findings, name: SpecifiedCall, writes: boolean): Finding {
  const found = findings.of(name)
  if (found.words.length > 0 || found.verdict !== 'not tried') return found
  const [area = ''] = name.split('.')
  const isMade = !(area in areas) || isSpecified(`${area}.create`) || name.endsWith('.list')
  const why = writes ? 'the check ended before' : 'reads only'
  return { ...found, words: [isMade ? why : 'the specification has no call that makes one'] }
}

/** How many calls of the specification have each verdict. */
export function countVerdicts(findings: Findings): Record<Verdict, number> {
  const counts = { has: 0, lacks: 0, differs: 0, 'not offered': 0, 'not tried': 0 }
  for (const name of specifiedCalls) counts[findings.of(name).verdict] += 1
  return counts
}

/** Whether all that the specification names works, as far as it was tried. */
export const conforms = (findings: Findings): boolean =>
  specifiedCalls.every((name) => !['lacks', 'differs'].includes(findings.of(name).verdict)) &&
  findings.facts.every(({ specified, verdict }) => !specified || verdict === 'has')

/** `GET admin/bills`: how a call is shown. */
export const shownCall = (name: EndpointName): string =>
  `${routes[name].method} ${routes[name].path}`

const maxLetters = 200

/** A server's words for a terminal: no control characters, no secret, no flood. */
export function plain(text: string, secrets: readonly string[]): string {
  let shown = text
  for (const secret of secrets) if (secret.length >= 4) shown = shown.replaceAll(secret, '[hidden]')
  shown = shown.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')
  return shown.length > maxLetters ? `${shown.slice(0, maxLetters)}…` : shown
}
