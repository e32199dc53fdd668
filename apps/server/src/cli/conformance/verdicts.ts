import { type SpecifiedCall, specifiedCalls } from '@steward/contract/specified-calls'
import type { Finding, Findings, Verdict } from './findings.ts'

/** Calls of the specification that change what none of its calls makes. */
const noMaker: readonly SpecifiedCall[] = [
  'bills.update',
  'bills.delete',
  'posts.delete',
  'shoppingPosts.delete',
  'shoppingPosts.restore',
]

/** What was found of a call of the specification; of one that was not tried, why. */
export function verdictOf(findings: Findings, name: SpecifiedCall, writes: boolean): Finding {
  const found = findings.of(name)
  if (found.words.length > 0 || found.verdict !== 'not tried') return found
  const why = noMaker.includes(name)
    ? 'the specification has no call that makes one'
    : writes
      ? 'the check ended before'
      : 'reads only'
  return { ...found, words: [why] }
}

/** How many calls of the specification have each verdict. */
export function countVerdicts(findings: Findings): Record<Verdict, number> {
  const counts = { has: 0, lacks: 0, differs: 0, 'not offered': 0, 'not tried': 0 }
  for (const name of specifiedCalls) counts[findings.of(name).verdict] += 1
  return counts
}

/** Whether all that the specification names works, as far as it was tried. */
export function conforms(findings: Findings): boolean {
  const { lacks, differs } = countVerdicts(findings)
  return (
    lacks + differs === 0 &&
    findings.facts.every(({ specified, verdict }) => !specified || verdict === 'has')
  )
}
