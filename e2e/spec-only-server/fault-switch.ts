import { type Fault, type FaultTarget, failing } from './faults.ts'

/** Which calls have a fault now, and how to switch one on and off while the server runs. */
export interface FaultSwitch {
  /** Puts a fault on a call, or on all, in the place of the one before. @returns takes it away */
  fault(call: FaultTarget, fault: Fault): () => void
  /** Has a call fail. @returns has it work again */
  fail(call: FaultTarget, as?: Parameters<typeof failing>[0]): () => void
  /** Takes away the fault of a call, or every one; what hangs is answered then. */
  heal(call?: FaultTarget): void
  /** The fault of a call: its own, or else that of all. */
  of(call: string): Fault | undefined
  /** Waits as the fault of a call says: a while, or until it is taken away or the server stops. */
  wait(call: string): Promise<void>
  all(): Record<string, Fault>
}

/** Makes a switch on which nothing is faulty. */
export function makeFaultSwitch(): FaultSwitch {
  const faults = new Map<string, Fault>()
  const waiting = new Set<() => void>()
  const wake = () => {
    for (const go of waiting) go()
    waiting.clear()
  }
  const faultSwitch: FaultSwitch = {
    fault(call, fault) {
      faults.set(call, fault)
      return () => {
        if (faults.get(call) === fault) faultSwitch.heal(call)
      }
    },
    fail: (call, as) => faultSwitch.fault(call, failing(as)),
    heal(call) {
      if (call === undefined) faults.clear()
      else faults.delete(call)
      wake()
    },
    of: (call) => faults.get(call) ?? faults.get('*'),
    async wait(call) {
      const fault = faultSwitch.of(call)
      if (fault?.kind === 'slow') await new Promise((done) => setTimeout(done, fault.ms))
      while (faultSwitch.of(call)?.kind === 'hanging')
        await new Promise<void>((go) => waiting.add(go))
    },
    all: () => Object.fromEntries(faults),
  }
  return faultSwitch
}
