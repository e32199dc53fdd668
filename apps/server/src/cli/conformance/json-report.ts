import { type EndpointName, routes } from '@steward/contract/routes'
import { type SpecifiedCall, specifiedCalls } from '@steward/contract/specified-calls'
import type { Result } from './run.ts'
import { conforms, countVerdicts, verdictOf } from './verdicts.ts'

/** The report for programs. */
export function jsonReport(result: Result): string {
  const { findings, base, writes, lists, screens, left, interrupted } = result
  const shown = (name: EndpointName) => ({
    name,
    method: routes[name].method,
    path: routes[name].path,
  })
  const own = [...findings.calls].filter(([name]) => !isSpecified(name))
  return JSON.stringify(
    {
      address: base,
      conforms: conforms(findings),
      writes,
      interrupted,
      counts: countVerdicts(findings),
      calls: specifiedCalls.map((name) => ({
        ...shown(name),
        ...verdictOf(findings, name, writes),
      })),
      general: findings.facts,
      lists: Object.fromEntries(lists),
      optional: own.map(([name, found]) => ({ ...shown(name), ...found })),
      screens,
      left,
    },
    null,
    2,
  )
}

const isSpecified = (name: EndpointName): name is SpecifiedCall =>
  specifiedCalls.some((each) => each === name)
