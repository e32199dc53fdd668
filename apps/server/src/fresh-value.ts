/** How long a value is used before it is read again, in milliseconds: another server may have changed it. */
const freshFor = 2_000
/** How long a page waits for a value, in milliseconds, before it comes with the one that was read last. */
const patience = 500

export interface FreshValue<V> {
  /** The value; the one read last where the database doesn't answer. */
  read(): Promise<V>
  /** Makes the next reading ask the database. */
  forget(): void
}

/** Reads a value that every page has. */
export function freshValue<V>(
  load: () => Promise<V>,
  first: V,
  onError: (error: unknown) => void,
): FreshValue<V> {
  let last = first
  let reading: Promise<V> | null = null
  let until = 0
  const reload = () =>
    load().then(
      (value) => {
        last = value
        return value
      },
      (error) => {
        onError(error)
        return last
      },
    )
  return {
    read() {
      const now = performance.now()
      if (!reading || now > until) {
        reading = reload()
        until = now + freshFor
      }
      const late = new Promise<V>((resolve) => {
        setTimeout(() => resolve(last), patience).unref()
      })
      return Promise.race([reading, late])
    },
    forget() {
      reading = null
    },
  }
}
