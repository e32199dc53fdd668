/** Lets one at a time use the engine, in the order of asking. */
export interface Mutex<Who> {
  /** Waits until it is somebody's turn; at once where it is already. */
  acquire(who: Who): Promise<void>
  /** Ends somebody's turn, or their waiting. */
  release(who: Who): void
}

/** Makes the turns of one engine. */
export function makeMutex<Who>(): Mutex<Who> {
  let owner: Who | undefined
  const waiting: { who: Who; go: () => void }[] = []
  return {
    acquire: (who) => {
      if (owner === who) return Promise.resolve()
      if (owner === undefined) {
        owner = who
        return Promise.resolve()
      }
      return new Promise((go) => waiting.push({ who, go }))
    },
    release: (who) => {
      if (owner !== who) return
      const next = waiting.shift()
      owner = next?.who
      next?.go()
    },
  }
}
