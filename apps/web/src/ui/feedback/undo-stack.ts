/** Something that the person did in this session, and that can be taken back. */
export interface Act {
  /** Takes it back, and says what came of it, by the name of the record. */
  undo: () => unknown
}

/** As many as anybody goes back to. */
const most = 50

let acts: readonly Act[] = []
let running: Promise<unknown> = Promise.resolve()

/** Takes note of something done. @returns forgets it, as it can't be taken back again */
export function noteAct(act: Act): () => void {
  acts = [...acts, act].slice(-most)
  return () => {
    acts = acts.filter((each) => each !== act)
  }
}

/** Takes back what was done last, one after the other. @returns whether there was anything */
export function undoLastAct(): boolean {
  const last = acts.at(-1)
  if (!last) return false
  acts = acts.slice(0, -1)
  running = running.then(() => last.undo()).catch(() => {})
  return true
}

/** Forgets everything: the session is over. */
export function forgetActs(): void {
  acts = []
}
