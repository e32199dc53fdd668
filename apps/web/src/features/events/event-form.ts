import { eventFields } from '@steward/contract/events/events.fields'
import { t } from '@steward/i18n/reader'
import { numberOf } from '../../api/answers/read.ts'
import type { Event } from '../../api/answers/records.ts'
import { isZone } from '../../api/language/language.ts'
import type { RequestFields } from '../../api/request-body.ts'
import { formOf } from '../../ui/form/form-of.ts'
import type { NamedPerson } from '../../ui/form/named-person.ts'
import { momentError, momentOf, typedMoment } from '../../ui/form/zoned-time-field.tsx'
import { ownZone } from '../../ui/format/zoned-time.ts'

type EventSent = Omit<RequestFields<'events.update'>, 'status' | 'version'>
type EventValues = Record<Exclude<keyof EventSent, 'online' | 'host'>, string> & {
  online: boolean
  host: NamedPerson
}

/** By whose clocks the times of the form are typed: those of the event's place, else the reader's. */
export const clockOf = (zone: string): string => (isZone(zone) ? zone : ownZone())

/** Of an event that is there already the zone that it has; of a new one the reader's own. */
const readZone = (event: Event | null): string => (event ? (event.timeZone ?? '') : ownZone())

const readTime = (name: 'startsAt' | 'endsAt') => (event: Event | null) =>
  typedMoment(event?.[name], clockOf(readZone(event)))

const most = 2_147_483_647

/** The fields of an event's form. Its times are typed by the clocks of its place, and are sent with them. */
export const eventForm = formOf<EventValues, Event, EventSent>(eventFields, {
  title: {},
  timeZone: {
    read: readZone,
    toRequest: (zone) => zone || null,
    inWords: (zone) => zone || t('not known'),
    always: true,
  },
  startsAt: {
    read: readTime('startsAt'),
    check: (typed, { timeZone }) =>
      typed === '' ? t('Enter a start time') : momentError(typed, clockOf(timeZone)),
    toRequest: (typed, { timeZone }) => momentOf(typed, clockOf(timeZone)) ?? undefined,
    sentWith: ['timeZone'],
  },
  endsAt: {
    read: readTime('endsAt'),
    check: (typed, { startsAt, timeZone }) => {
      const zone = clockOf(timeZone)
      const [starts, ends] = [momentOf(startsAt, zone), momentOf(typed, zone)]
      if (starts !== null && ends !== null && ends < starts)
        return t('Must not be before the start')
      return momentError(typed, zone)
    },
    toRequest: (typed, { timeZone }) => momentOf(typed, clockOf(timeZone)),
    sentWith: ['timeZone'],
    checkedWith: ['startsAt', 'timeZone'],
  },
  location: { toRequest: (location) => location.trim() || null },
  online: {
    read: (event) => event?.online === true,
    inWords: (online) => (online ? t('yes') : t('no')),
  },
  host: {},
  capacity: {
    read: (event) => String(event?.capacity ?? ''),
    check: (typed) => {
      if (typed.trim() === '') return null
      const capacity = numberOf(typed)
      const fits = /^\d+$/.test(typed.trim()) && capacity !== null && capacity <= most
      return fits ? null : t('Enter a whole number, or leave empty for no limit')
    },
    toRequest: (typed) => numberOf(typed),
  },
  description: {},
  image: {},
})
