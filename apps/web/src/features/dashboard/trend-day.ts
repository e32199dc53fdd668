import { timeOf } from '../../api/read.ts'
import { locale } from '../../ui/format/locale.ts'

const day = 86_400_000
const format = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', timeZone: 'UTC' })

/**
 * A day of a trend, as it is counted, in UTC, such as `Oct 25`.
 * @param since the first moment of the first day; unless it is known, the last of the days is today
 */
export function trendDay(since: unknown, index: number, days: number): string {
  const first = timeOf(since) ?? Date.now() - (days - 1) * day
  return format.format(first + index * day)
}
