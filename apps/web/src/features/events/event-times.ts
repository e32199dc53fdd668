import { t } from '@steward/i18n/reader'
import { timeOf } from '../../api/answers/read.ts'
import type { Event } from '../../api/answers/records.ts'
import { isZone } from '../../api/language/language.ts'
import { cityOf, dayWords, offsetAt, ownZone, timeText } from '../../ui/format/zoned-time.ts'

/** The zone of the place where an event takes place; null where it isn’t known. */
function zoneOf(event: Event): string | null {
  const zone = event.timeZone ?? null
  return zone !== null && isZone(zone) ? zone : null
}

/** A moment by the clocks of its place, with the day where that is another one: `Sun, 13 Dec, 04:00 in Tokyo`. */
function thereWords(at: number, now: number, zone: string): string {
  const day = dayWords(at, now, zone)
  const words = { day, time: timeText(at, zone), city: cityOf(zone) }
  return day === dayWords(at, now)
    ? t('{time} in {city}', words)
    : t('{day}, {time} in {city}', words)
}

/** When it is at the event’s own place, for a time that is shown in the reader’s; null where that is the same. */
export function besideTime(event: Event): (at: number) => string | null {
  const zone = zoneOf(event)
  return (at) => {
    if (zone === null || offsetAt(at, zone) === offsetAt(at, ownZone())) return null
    return thereWords(at, Date.now(), zone)
  }
}

/** When an event takes place: `Sat, 12 Dec, 18:00 – 21:00 your time; 17:00 in Lisbon`; null without a start. */
export function whenWords(event: Event, now: number): string | null {
  const starts = timeOf(event.startsAt)
  if (starts === null) return null
  const when = spanWords(starts, timeOf(event.endsAt), now)
  const zone = zoneOf(event)
  if (zone === null) return when
  if (offsetAt(starts, zone) === offsetAt(starts, ownZone())) {
    // i18n: {when} is a time with its day, such as “Sat, 12 Dec, 18:00 – 21:00”
    return zone === ownZone() ? when : t('{when}, the same in {city}', { when, city: cityOf(zone) })
  }
  // i18n: {there} is the time at the place of the event, such as “17:00 in Lisbon”
  return t('{when} your time; {there}', { when, there: thereWords(starts, now, zone) })
}

/** A span of time in the reader’s zone; the day of its end where that is another one. */
function spanWords(starts: number, ends: number | null, now: number): string {
  const words = { day: dayWords(starts, now), time: timeText(starts) }
  if (ends === null || ends === starts) return t('{day}, {time}', words)
  const until = { endDay: dayWords(ends, now), end: timeText(ends) }
  return until.endDay === words.day
    ? t('{day}, {time} – {end}', { ...words, ...until })
    : t('{day}, {time} – {endDay}, {end}', { ...words, ...until })
}
