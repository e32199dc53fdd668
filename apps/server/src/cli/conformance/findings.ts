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

/** Something that concerns the server as a whole, and whether the specification asks for it. */
export interface Fact extends Finding {
  about: string
  specified: boolean
}

/** What is different from what was expected. */
export interface Difference {
  words: string
  usable: boolean
}

/** A difference that the web app copes with, and one that it doesn't. */
export const usable = (words: string): Difference => ({ words, usable: true })
export const unusable = (words: string): Difference => ({ words, usable: false })

/** What was found so far. */
export class Findings {
  readonly calls = new Map<EndpointName, Finding>()
  readonly facts: Fact[] = []
  readonly #secrets: () => readonly string[]

  /** @param secrets what no line may hold, whatever a server sends back */
  constructor(secrets: () => readonly string[]) {
    this.#secrets = secrets
  }

  /** Adds to what is known of a call: the worst of all tries stays, with the words of each. */
  add(name: EndpointName, verdict: Verdict, words?: string, isUsable = verdict === 'has'): void {
    const before = this.calls.get(name)
    const found = { verdict, usable: isUsable, words: this.#clean(words) }
    if (!before || (before.verdict === 'not tried' && verdict !== 'not tried')) {
      this.calls.set(name, found)
      return
    }
    // What was refused to this account for one record may have been answered for another.
    if (verdict === 'not tried') return
    if (verdict === 'not offered' && before.verdict !== 'not offered') return
    const worse = verdicts.indexOf(verdict) > verdicts.indexOf(before.verdict)
    this.calls.set(name, {
      // One that answered before isn't lacking.
      verdict: worse ? (before.verdict === 'has' ? 'differs' : verdict) : before.verdict,
      usable: before.usable && isUsable,
      words: [...new Set([...before.words, ...found.words])],
    })
  }

  addFact(about: string, verdict: Verdict, words: string, specified = false): void {
    const isUsable = verdict === 'has'
    this.facts.push({ about, verdict, usable: isUsable, words: this.#clean(words), specified })
  }

  of(name: EndpointName): Finding {
    return this.calls.get(name) ?? { verdict: 'not tried', usable: false, words: [] }
  }

  #clean(words: string | undefined): string[] {
    return words ? [plain(words, this.#secrets())] : []
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
