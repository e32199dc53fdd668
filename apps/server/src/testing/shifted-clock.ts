// Loaded before a server (node --import), in its threads too: its clock is ahead of the machine's by the
// seconds that the file STEWARD_TEST_CLOCK holds, looked at again and again. What counts from the start
// of the process (performance.now, timers) goes on, as where somebody sets the clock of a machine.
import { readFileSync } from 'node:fs'

const file = process.env['STEWARD_TEST_CLOCK'] ?? ''
const { now } = Date
let aheadMs = 0
const look = () => {
  aheadMs = Number(readFileSync(file, 'utf8')) * 1_000
}
look()
setInterval(look, 20).unref()

Date.now = () => now() + aheadMs
globalThis.Date = new Proxy(Date, {
  construct: (real, given, target) =>
    Reflect.construct(real, given.length === 0 ? [real.now()] : given, target),
  apply: (real) => new real(real.now()).toString(),
})
