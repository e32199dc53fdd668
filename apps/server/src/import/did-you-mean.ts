/** By how many single letters two words differ. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i)
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i]
    for (let j = 1; j <= b.length; j += 1) {
      const change = (row[j - 1] as number) + (a[i - 1] === b[j - 1] ? 0 : 1)
      next.push(Math.min(change, (row[j] as number) + 1, (next[j - 1] as number) + 1))
    }
    row = next
  }
  return row[b.length] as number
}

/** No longer names are compared: each letter of one is, with each of the other. */
const longest = 60

/**
 * What somebody may have meant.
 * @returns `; did you mean "x"?` for a name close to one of the list, else a full stop
 */
export function nearest(name: string, list: readonly string[]): string {
  const word = name.toLowerCase()
  if (word.length > longest) return '.'
  const [best] = list
    .filter((entry) => entry.length <= longest)
    .map((entry) => ({ entry, far: distance(word, entry.toLowerCase()) }))
    .sort((a, b) => a.far - b.far)
  const close = best && best.far <= Math.max(2, Math.floor(name.length / 3))
  return close ? `; did you mean "${best.entry}"?` : '.'
}
