const leavers = new Set<() => void>()

/** Adds a callback that is called just before sign-out, while the session is still valid. */
export function onceLeaving(leave: () => void): () => void {
  leavers.add(leave)
  return () => leavers.delete(leave)
}

/** Calls everything that {@link onceLeaving} added. */
export function beforeLeaving(): void {
  for (const leave of [...leavers]) leave()
}
