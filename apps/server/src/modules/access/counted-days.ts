const day = 86_400_000

/** Days of which counts of requests are told, today among them. */
export const countedDays = 30

/** The first of them, UTC: `2026-01-31`. */
export const firstCountedDay = (now = Date.now()): string =>
  new Date(now - (countedDays - 1) * day).toISOString().slice(0, 10)
