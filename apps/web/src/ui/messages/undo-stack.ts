export interface Act {
  /** Undoes the action and reports the result under the record's name. */
  undo: () => unknown
}

const most = 50

let acts: readonly Act[] = []
let running: Promise<unknown> = Promise.resolve()

/** Puts an action on the undo stack; returns a function that removes it again. */
export function pushUndo(act: Act): () => void {
  acts = [...acts, act].slice(-most)
  return () => {
    acts = acts.filter((each) => each !== act)
  }
}

/** Undoes the latest action on the stack; returns whether there was one. */
export function undoLastAct(): boolean {
  const last = acts.at(-1)
  if (!last) return false
  acts = acts.slice(0, -1)
  running = running.then(() => last.undo()).catch(() => {})
  return true
}

/** Empties the stack; what is put on it next doesn't wait for an undo that is still under way. */
export function forgetActs(): void {
  acts = []
  running = Promise.resolve()
}
