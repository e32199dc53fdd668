import type { EndpointName } from '@steward/contract/calls/routes'
import { openConnection } from '../apps/server/src/db/connection/connection.ts'
import { integrityFindings } from '../apps/server/src/testing/integrity.ts'
import type { Parts } from './faults.ts'
import { Client } from './lib/client.ts'
import type { Ledger, Made } from './lib/ledger.ts'
import { findViolations } from './lib/linearizability.ts'
import { until } from './lib/until.ts'
import { type Machine, machines } from './parts/database-machines.ts'

const titles: Record<Made['table'], string> = {
  tasks: 'title',
  categories: 'name',
  bills: 'title',
  users: 'name',
}

/** Holds the ledger against the database, once nothing is written any more. */
export async function checkEverything(parts: Parts, ledger: Ledger, folder: string) {
  const primary = await parts.database.untilWhole()
  await until('the end of all jobs', 120, async () => {
    const open = "select from jobs where status in ('waiting', 'running')"
    return (await parts.database.ask(primary, open)).length === 0
  })
  await countStandbyReads(parts, primary, ledger)
  await checkMade(parts, primary, ledger)
  await checkJobs(parts, primary, ledger)
  await checkRegisters(parts, primary, ledger)
  await checkTotals(parts, primary, ledger)
  await checkAuditLog(parts, primary, ledger, folder)
}

/** Counts the transactions that the present standbys have answered since they are that. */
async function countStandbyReads({ database }: Parts, primary: Machine, ledger: Ledger) {
  for (const machine of machines.filter(({ name }) => name !== primary.name)) {
    const [row] = await database.ask<{ n: number }>(
      machine,
      "select xact_commit::int as n from pg_stat_database where datname = 'steward'",
    )
    ledger.done.readsOnStandbys += row?.n ?? 0
  }
}

/** Looks for everything that was to be made: once where it was acknowledged, else once at most. */
async function checkMade({ database }: Parts, primary: Machine, ledger: Ledger): Promise<void> {
  for (const [table, column] of Object.entries(titles)) {
    const rows = await database.ask<{ title: string; n: number }>(
      primary,
      `select ${column} as title, count(*)::int as n from ${table} group by 1`,
    )
    const times = new Map(rows.map(({ title, n }) => [title, n]))
    for (const made of ledger.made.filter((each) => each.table === table)) {
      const n = times.get(made.title) ?? 0
      if (n > 1) ledger.find('writes done twice', `${table} ${made.title}: ${n} of them`)
      if (n < 1 && made.acknowledged !== undefined)
        ledger.find('acknowledged writes lost', `${table} ${made.title}`)
    }
  }
}

/** A job has changed each of its tasks once, and no other job has. */
async function checkJobs({ database }: Parts, primary: Machine, ledger: Ledger): Promise<void> {
  const changed = await database.ask<{ mark: string; undone: number; again: number }>(
    primary,
    `select split_part(title, ' ', 1) as mark, count(*) filter (where status <> 'done')::int as undone,
      count(*) filter (where version > 2)::int as again
    from tasks where title like '% row%' group by 1`,
  )
  const tasks = new Map(changed.map((row) => [row.mark, row]))
  for (const { mark, acknowledged } of ledger.jobs) {
    const { undone = 0, again = 0 } = tasks.get(mark) ?? {}
    if (again > 0) ledger.find('writes done twice', `${again} tasks of the job of ${mark}`)
    if (acknowledged && undone > 0)
      ledger.find('acknowledged writes lost', `${undone} tasks of the job of ${mark}`)
  }
  const [made] = await database.ask<{ n: number }>(
    primary,
    "select count(*)::int as n from jobs where action = 'status'",
  )
  const n = made?.n ?? 0
  if (n > ledger.jobs.length)
    ledger.find('writes done twice', `${n} jobs, of ${ledger.jobs.length} that were asked for`)
}

async function checkRegisters({ database }: Parts, primary: Machine, ledger: Ledger) {
  for (const [id, operations] of ledger.registers) {
    const invoked = performance.now()
    const [row] = await database.ask<{ title: string; version: number }>(
      primary,
      `select title, version from tasks where id = '${id}'`,
    )
    const { title: value = 'nothing', version = 0 } = row ?? {}
    operations.push({ kind: 'read', version, value, invoked, completed: performance.now() })
    for (const violation of findViolations(operations))
      ledger.find('histories that no order explains', `${id}: ${violation}`)
  }
}

const undeleted: Record<Made['table'], string> = {
  tasks: 'tasks.list',
  categories: 'categories.list',
  bills: 'bills.list',
  users: 'users.list',
}

/** Compares the totals of lists and dashboard with what counting gives. */
async function checkTotals({ database }: Parts, primary: Machine, ledger: Ledger): Promise<void> {
  const client = new Client(ledger)
  await client.signIn()
  const { data: dashboard } = await client.call('dashboard.counts')
  for (const [table, call] of Object.entries(undeleted)) {
    const [counted] = await database.ask<{ n: number }>(
      primary,
      `select count(*)::int as n from ${table} where deleted_at is null`,
    )
    const answer = await client.call(call as EndpointName, { query: { limit: '1' } })
    const pagination = answer.data?.pagination ?? answer.pagination
    const totals = { list: pagination?.total, dashboard: dashboard?.counts[table] }
    for (const [where, total] of Object.entries(totals))
      if (total !== counted?.n)
        ledger.find('totals that are not exact', `${table}, ${where}: ${total} of ${counted?.n}`)
  }
}

/** Has the command line verify the audit log, and reads it from its beginning. */
async function checkAuditLog(
  { stewards }: Parts,
  { address }: Machine,
  ledger: Ledger,
  folder: string,
): Promise<void> {
  await stewards.command('audit', 'verify').catch(({ stdout, message }) => {
    ledger.find('findings in the audit log', stdout || message)
  })
  const databaseUrl = `postgres://steward@${address}:5432/steward`
  const connection = await openConnection({ dataDir: `${folder}/checks`, databaseUrl })
  try {
    for (const finding of await integrityFindings(connection.db))
      ledger.find('findings in the audit log', finding)
  } finally {
    await connection.close()
  }
}
