import { type EndpointName, routes } from '@steward/contract/routes'

/** What was found of a call, or of something that concerns several. */
export type Verdict = 'has' | 'lacks' | 'differs' | 'not offered' | 'not tried'

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

const rank: readonly Verdict[] = ['not tried', 'not offered', 'has', 'differs', 'lacks']
const untried: Finding = { verdict: 'not tried', usable: false, words: [] }

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
      if (!before || before.verdict === 'not tried') {
        calls.set(name, verdict === 'not tried' && before ? before : found)
        return
      }
      if (verdict === 'not tried') return
      // What was refused to this account for one record may have been answered for another.
      if (verdict === 'not offered' && before.verdict !== 'not offered') return
      const worse = rank.indexOf(verdict) > rank.indexOf(before.verdict)
      calls.set(name, {
        // One that answered before isn't lacking.
        verdict: worse ? (before.verdict === 'has' ? 'differs' : verdict) : before.verdict,
        usable: before.usable && usable,
        words: [...new Set([...before.words, ...found.words])],
      })
    },
    addFact: (about, verdict, words, specified = false) => {
      facts.push({ about, verdict, usable: verdict === 'has', words: clean(words), specified })
    },
    of: (name) => calls.get(name) ?? untried,
  }
}

/** `GET admin/bills`: how a call is shown. */
export const shownCall = (name: EndpointName): string =>
  `${routes[name].method} ${routes[name].path}`

const mostLetters = 200

/** A stranger's words for a terminal: no control characters, no secret, no flood. */
export function plain(text: string, secrets: readonly string[]): string {
  let shown = text
  for (const secret of secrets) if (secret.length >= 4) shown = shown.replaceAll(secret, '[hidden]')
  shown = shown.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')
  return shown.length > mostLetters ? `${shown.slice(0, mostLetters)}…` : shown
}
