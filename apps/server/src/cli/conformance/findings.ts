import { areas } from '@steward/contract/areas/areas'
import { type EndpointName, routes } from '@steward/contract/calls/routes'
import { type SpecifiedCall, specifiedCalls } from '@steward/contract/calls/specified-calls'

/** The verdicts about a call, the worst last. */
const verdicts = ['not tried', 'not offered', 'has', 'differs', 'lacks'] as const
export type Verdict = (typeof verdicts)[number]

export interface Finding {
  verdict: Verdict
  /** Whether the web app can use the call: it copes with some differences. */
  usable: boolean
  /** The details, one line each. */
  words: string[]
}

/** A finding about the server as a whole. */
export interface Fact extends Finding {
  about: string
  specified: boolean
}

export interface Difference {
  words: string
  usable: boolean
}

export const usable = (words: string): Difference => ({ words, usable: true })
export const unusable = (words: string): Difference => ({ words, usable: false })

export class Findings {
  readonly calls = new Map<EndpointName, Finding>()
  readonly facts: Fact[] = []
  /** Texts that are never shown, whatever a server sends back. */
  readonly secrets: string[]

  constructor(secrets: string[]) {
    this.secrets = secrets
  }

  /** Adds a finding; of several about a call, the worst verdict is kept, with the words of all. */
  add(name: EndpointName, verdict: Verdict, words?: string, isUsable = verdict === 'has'): void {
    const before = this.calls.get(name)
    const found = { verdict, usable: isUsable, words: this.#clean(words) }
    if (!before || (before.verdict === 'not tried' && verdict !== 'not tried')) {
      this.calls.set(name, found)
      return
    }
    // Refused for one record, the call may have answered for another.
    if (verdict === 'not tried') return
    if (verdict === 'not offered' && before.verdict !== 'not offered') return
    const worse = verdicts.indexOf(verdict) > verdicts.indexOf(before.verdict)
    this.calls.set(name, {
      // The call answered before, so the server has it.
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
    return words ? [plain(words, this.secrets)] : []
  }
}

export const isSpecified = (name: string): name is SpecifiedCall =>
  specifiedCalls.some((each) => each === name)

/** The finding about a call, with the reason if it was not tried. */
export function verdictOf(findings: Findings, name: SpecifiedCall, writes: boolean): Finding {
  const found = findings.of(name)
  if (found.words.length > 0 || found.verdict !== 'not tried') return found
  const [area = ''] = name.split('.')
  const isMade = !(area in areas) || isSpecified(`${area}.create`) || name.endsWith('.list')
  const why = writes ? 'the check ended before' : 'reads only'
  return { ...found, words: [isMade ? why : 'the specification has no call that makes one'] }
}

export function countVerdicts(findings: Findings): Record<Verdict, number> {
  const counts = { has: 0, lacks: 0, differs: 0, 'not offered': 0, 'not tried': 0 }
  for (const name of specifiedCalls) counts[findings.of(name).verdict] += 1
  return counts
}

/** Whether the server conforms, as far as that was tried. */
export const conforms = (findings: Findings): boolean =>
  specifiedCalls.every((name) => !['lacks', 'differs'].includes(findings.of(name).verdict)) &&
  findings.facts.every(({ specified, verdict }) => !specified || verdict === 'has')

/** A call as shown, such as `GET admin/bills`. */
export const shownCall = (name: EndpointName): string =>
  `${routes[name].method} ${routes[name].path}`

const maxLetters = 200

/** A text that is safe on a terminal: no control characters, no secrets, limited length. */
export function plain(text: string, secrets: readonly string[]): string {
  let shown = text
  for (const secret of secrets) if (secret.length >= 4) shown = shown.replaceAll(secret, '[hidden]')
  shown = shown.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')
  return shown.length > maxLetters ? `${shown.slice(0, maxLetters)}…` : shown
}
