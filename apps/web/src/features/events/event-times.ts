import { timeOf } from '../../api/answers/read.ts'
import type { Event } from '../../api/answers/records.ts'
import {
  cityOf,
  dayWords,
  isZone,
  offsetAt,
  ownZone,
  timeText,
} from '../../ui/format/zoned-time.ts'

/** The zone of the place where an event takes place; null where it isn’t known. */
function zoneOf(event: Event): string | null {
  const zone = event.timeZone ?? null
  return zone !== null && isZone(zone) ? zone : null
}

/** A moment by the clocks of its place, with the day where that is another one: `Sun, 13 Dec, 04:00 in Tokyo`. */
function thereWords(at: number, now: number, zone: string): string {
  const day = dayWords(at, now, zone)
  const time = timeText(at, zone)
  return `${day === dayWords(at, now) ? time : `${day}, ${time}`} in ${cityOf(zone)}`
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
  const ends = timeOf(event.endsAt)
  const day = dayWords(starts, now)
  const until = ends === null || ends === starts ? '' : endWords(ends, day, now)
  const here = `${day}, ${timeText(starts)}${until}`
  const zone = zoneOf(event)
  if (zone === null) return here
  if (offsetAt(starts, zone) === offsetAt(starts, ownZone())) {
    return zone === ownZone() ? here : `${here}, the same in ${cityOf(zone)}`
  }
  return `${here} your time; ${thereWords(starts, now, zone)}`
}

function endWords(ends: number, startDay: string, now: number): string {
  const day = dayWords(ends, now)
  return ` – ${day === startDay ? '' : `${day}, `}${timeText(ends)}`
}
