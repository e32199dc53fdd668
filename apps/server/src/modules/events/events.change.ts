import type { BodyOf } from '@steward/contract/calls/endpoints'
import type { Selectable, Updateable } from 'kysely'
import type { EventsTable } from '../../db/tables/tables.ts'
import type { WriteTransaction } from '../../db/write/write.ts'
import { newId } from '../../ids.ts'
import { findNamedPerson, type NamedPerson } from '../records/named-person.ts'
import { mustEndAfterStart, mustHoldAttendees } from './events.rules.ts'

type Row = Selectable<EventsTable>
type Fields = Omit<BodyOf<'events.update'>, 'version'>

type HostColumns = { host_id?: string | null; host_name?: string | null }

/** The columns of whoever is the host; of a user the account alone knows the name. */
const hostColumns = (host: NamedPerson | null | undefined): HostColumns => {
  if (host === undefined) return {}
  if (host === null) return { host_id: null, host_name: null }
  return { host_id: host.id, host_name: host.id === null ? host.name : null }
}

const plainColumns = (fields: Fields): Updateable<EventsTable> => ({
  title: fields.title,
  description: fields.description,
  starts_at: fields.startsAt,
  ends_at: fields.endsAt,
  location: fields.location,
  online: fields.online,
  capacity: fields.capacity,
  time_zone: fields.timeZone,
  // All other states follow from its times.
  ...(fields.status && { cancelled: fields.status === 'cancelled' }),
})

/**
 * Creates an event.
 * @param image the URL of its picture
 * @returns its id
 */
export async function createEvent(
  { tx, insert }: WriteTransaction,
  body: BodyOf<'events.create'>,
  image: string | null,
): Promise<string> {
  mustEndAfterStart({ starts_at: body.startsAt, ends_at: null }, body)
  const host = body.host && (await findNamedPerson(tx, null, body.host, 'host'))
  const id = newId()
  const sent = Object.entries(plainColumns(body)).filter(([, value]) => value !== undefined)
  await insert('events', [
    {
      description: null,
      ends_at: null,
      location: null,
      online: false,
      host_id: null,
      host_name: null,
      capacity: null,
      attendee_count: 0,
      time_zone: null,
      cancelled: false,
      ...Object.fromEntries(sent),
      ...hostColumns(host),
      id,
      title: body.title,
      starts_at: body.startsAt,
      image,
      deleted_at: null,
    },
  ])
  return id
}

/** What the fields that a person sent make of the columns of a locked event. @throws {Failure} `invalid` */
export async function eventColumns(
  { tx }: WriteTransaction,
  event: Row,
  fields: Fields,
): Promise<Updateable<EventsTable>> {
  mustEndAfterStart(event, fields)
  mustHoldAttendees(event, fields.capacity)
  const host = fields.host && (await findNamedPerson(tx, event.host_id, fields.host, 'host'))
  return { ...plainColumns(fields), ...hostColumns(host) }
}
