import { AsyncLocalStorage } from 'node:async_hooks'
import { CompiledQuery } from 'kysely'
import { vi } from 'vitest'
import { Client } from '../db/connection/client.ts'
import type { Db } from '../db/connection/connection.ts'

interface PlanNode {
  'Node Type'?: string
  'Relation Name'?: string
  'Actual Rows'?: number
  'Actual Loops'?: number
  'Rows Removed by Filter'?: number
  'Rows Removed by Index Recheck'?: number
  Plans?: PlanNode[]
}

/**
 * How many rows the database touches for what a piece of work reads: those of each scan, whether
 * they were kept or not. Nothing that depends on the clock. The statements are run once more;
 * those of what is done in the background meanwhile don't count.
 */
export async function rowsScanned(db: Db, work: () => Promise<unknown>): Promise<number> {
  return (await plansOf(db, work)).reduce((sum, plan) => sum + scanned(plan), 0)
}

/** The tables that the database reads from end to end for what a piece of work reads. */
export async function tablesReadWhole(db: Db, work: () => Promise<unknown>): Promise<string[]> {
  const whole = (node: PlanNode): string[] => [
    ...(node['Node Type']?.endsWith('Seq Scan') ? [node['Relation Name'] ?? ''] : []),
    ...(node.Plans ?? []).flatMap(whole),
  ]
  return (await plansOf(db, work)).flatMap(whole)
}

/** The plans of what a piece of work reads, which is run once more. */
async function plansOf(db: Db, work: () => Promise<unknown>): Promise<PlanNode[]> {
  const isOurs = new AsyncLocalStorage<true>()
  const asked: { text: string; values: unknown[] }[] = []
  const query = Client.prototype.query as (...given: unknown[]) => unknown
  const spy = vi.spyOn(Client.prototype, 'query').mockImplementation(function (
    this: Client,
    ...given: unknown[]
  ) {
    const [text, values] = given
    if (isOurs.getStore() && typeof text === 'string' && /^\s*(select|with)\b/i.test(text))
      asked.push({ text, values: Array.isArray(values) ? values : [] })
    return query.apply(this, given)
  })
  try {
    await isOurs.run(true, work)
  } finally {
    spy.mockRestore()
  }
  const plans: PlanNode[] = []
  for (const { text, values } of asked) {
    const explain = CompiledQuery.raw(`explain (analyze, format json) ${text}`, values)
    const { rows } = await db.executeQuery<{ 'QUERY PLAN': { Plan: PlanNode }[] }>(explain)
    for (const { Plan } of rows[0]?.['QUERY PLAN'] ?? []) plans.push(Plan)
  }
  return plans
}

function scanned(node: PlanNode): number {
  if (node.Plans) return node.Plans.reduce((sum, each) => sum + scanned(each), 0)
  const each =
    (node['Actual Rows'] ?? 0) +
    (node['Rows Removed by Filter'] ?? 0) +
    (node['Rows Removed by Index Recheck'] ?? 0)
  return each * (node['Actual Loops'] ?? 1)
}
