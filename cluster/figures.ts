import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Outage } from './faults.ts'
import { kinds, type Ledger } from './lib/ledger.ts'
import { reports } from './lib/processes.ts'

/**
 * Prints the figures, and writes them to `reports/cluster.json`.
 * @returns whether all of them are as they have to be
 */
export function tell(ledger: Ledger, outages: readonly Outage[], minutes: number): boolean {
  const found = kinds.map((kind) => ({ kind, count: ledger.findings[kind].length }))
  const byFault = Map.groupBy(outages, ({ fault }) => fault)
  const pauses = [...byFault].map(([fault, each]) => ({
    fault,
    times: each.length,
    seconds: each.map(({ secondsWithoutWrites }) => Number(secondsWithoutWrites.toFixed(1))),
    maxSeconds: each[0]?.maxSeconds ?? 0,
  }))
  const done = Object.entries(ledger.done)
  const registers = [...ledger.registers.values()]
  const figures = {
    minutes: Number(minutes.toFixed(1)),
    acknowledged: ledger.acknowledgements.length,
    readsAndWritesOfRegisters: registers.reduce((sum, { length }) => sum + length, 0),
    done: ledger.done,
    answers: ledger.statuses,
    found,
    pauses,
  }
  const file = join(reports, 'cluster.json')
  writeFileSync(file, `${JSON.stringify({ ...figures, findings: ledger.findings }, null, 2)}\n`)

  console.log(`\n${figures.acknowledged} acknowledged writes in ${figures.minutes} minutes`)
  console.log(`answers: ${JSON.stringify(figures.answers)}`)
  for (const { kind, count } of found) row(kind, String(count), '0', count === 0)
  // What never happened has proved nothing.
  for (const [what, count] of done) row(`done: ${what}`, String(count), '> 0', count > 0)
  for (const { fault, times, seconds, maxSeconds } of pauses) {
    const met = seconds.every((each) => each <= maxSeconds)
    row(
      `seconds without writes, ${fault}, ${times} times`,
      seconds.join(' '),
      `≤ ${maxSeconds}`,
      met,
    )
  }
  console.log(`\n${file}`)
  return (
    found.every(({ count }) => count === 0) &&
    done.every(([, count]) => count > 0) &&
    outages.every(({ secondsWithoutWrites, maxSeconds }) => secondsWithoutWrites <= maxSeconds)
  )
}

const row = (what: string, value: string, target: string, met: boolean) =>
  console.log(
    `  ${what.padEnd(52)} ${value.padStart(30)}  ${target.padEnd(5)} ${met ? 'met' : 'MISSED'}`,
  )
