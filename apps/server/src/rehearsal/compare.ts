/** What the same read got from both versions. */
export interface Answer {
  status: number
  body: unknown
  ms: number
}

/** Fields that differ from one moment to the next: the account that asks is active on both sides. */
const volatile = new Set(['lastActiveAt'])

/**
 * The first place where what the old version answered is not in the new one's answer. What the new one tells beside it
 * is no difference.
 * @returns such as `data.bills[0].title: "a", and was "b"`; undefined where there is none
 */
export function firstDifference(old: unknown, now: unknown, path = ''): string | undefined {
  if (Array.isArray(old) && Array.isArray(now)) {
    if (old.length !== now.length) return `${path}: ${now.length} entries, and was ${old.length}`
    return firstOf(old.keys(), (n) => firstDifference(old[n], now[n], `${path}[${n}]`))
  }
  if (isObject(old) && isObject(now)) {
    const names = Object.keys(old).filter((name) => !volatile.has(name))
    return firstOf(names, (name) =>
      firstDifference(old[name], now[name], path ? `${path}.${name}` : name),
    )
  }
  return old === now ? undefined : `${path}: ${shown(now)}, and was ${shown(old)}`
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const shown = (value: unknown) =>
  value === undefined ? 'missing' : JSON.stringify(value).slice(0, 80)

function firstOf<T>(of: Iterable<T>, look: (each: T) => string | undefined): string | undefined {
  for (const each of of) {
    const found = look(each)
    if (found !== undefined) return found
  }
  return undefined
}

/** The time that 95 of 100 answers took at most, in milliseconds. */
export function p95(times: readonly number[]): number {
  const sorted = times.toSorted((a, b) => a - b)
  return sorted[Math.ceil(sorted.length * 0.95) - 1] ?? 0
}
