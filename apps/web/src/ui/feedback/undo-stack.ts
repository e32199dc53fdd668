export interface Act {
  /** Undoes it and reports, by the record's name. */
  undo: () => unknown
}

const most = 50

let acts: readonly Act[] = []
let running: Promise<unknown> = Promise.resolve()

/** @returns forgets it */
export function noteAct(act: Act): () => void {
  acts = [...acts, act].slice(-most)
  return () => {
    acts = acts.filter((each) => each !== act)
  }
}

/** @returns whether there was anything to undo */
export function undoLastAct(): boolean {
  const last = acts.at(-1)
  if (!last) return false
  acts = acts.slice(0, -1)
  running = running.then(() => last.undo()).catch(() => {})
  return true
}

export function forgetActs(): void {
  acts = []
}
