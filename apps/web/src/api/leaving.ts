const leavers = new Set<() => void>()

/** Has something done just before the person signs out, while the server still knows them. */
export function onceLeaving(leave: () => void): () => void {
  leavers.add(leave)
  return () => leavers.delete(leave)
}

/** Does it. */
export function beforeLeaving(): void {
  for (const leave of [...leavers]) leave()
}
