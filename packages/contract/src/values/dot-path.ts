/** The value at a dot path such as `user.session.token`. */
export function at(value: unknown, path: string): unknown {
  let found = value
  for (const key of path.split('.')) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, key)) return undefined
    found = (found as Record<string, unknown>)[key]
  }
  return found
}

/** A record with a value at a dot path, beside what it holds already. */
export function withAt(
  record: Record<string, unknown>,
  path: string,
  value: unknown,
): Record<string, unknown> {
  const [key = '', ...rest] = path.split('.')
  if (rest.length === 0) return { ...record, [key]: value }
  const below = record[key]
  const inner = typeof below === 'object' && below !== null ? { ...below } : {}
  return { ...record, [key]: withAt(inner, rest.join('.'), value) }
}
