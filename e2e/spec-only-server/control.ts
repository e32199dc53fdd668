import { type Answer, json } from './answers.ts'
import type { Api } from './api.ts'
import { isCallText } from './call-names.ts'
import type { FaultSwitch } from './fault-switch.ts'
import { readFault } from './faults.ts'
import { readChoices } from './options.ts'

/** Where the running server is told what to do; no call of the specification. */
export const controlPath = '/__control'

/**
 * Switches faults and options from outside: `{ "fault": "GET admin/bills=slow:3000" }`,
 * `{ "heal": "GET admin/bills" }` (`"*"`: everything), `{ "options": { "paging": "meta" } }`.
 * @returns the options and faults as they are then, or 400 with what can't be taken
 */
export function control(body: unknown, api: Api, faults: FaultSwitch): Answer {
  try {
    const asked: unknown = typeof body === 'string' && body !== '' ? JSON.parse(body) : body
    const { fault, heal, options } = (asked || {}) as Record<string, unknown>
    if (typeof fault === 'string') {
      const read = readFault(fault)
      faults.fault(read.call, read.fault)
    }
    if (heal === '*') faults.heal()
    else if (typeof heal === 'string' && isCallText(heal)) faults.heal(heal)
    else if (heal !== undefined) throw new Error(`There is nothing to heal at ${String(heal)}`)
    if (typeof options === 'object' && options) api.setOptions(readChoices({ ...options }))
  } catch (thrown) {
    return json({ message: thrown instanceof Error ? thrown.message : String(thrown) }, 400)
  }
  const { fields, paging, filters, writes, errors, size } = api.options
  return json({ options: { fields, paging, filters, writes, errors, size }, faults: faults.all() })
}
