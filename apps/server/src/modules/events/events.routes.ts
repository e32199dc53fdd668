import type { Event } from '@steward/contract/events/events'
import type { Db } from '../../db/connection/connection.ts'
import { write } from '../../db/write/write.ts'
import type { Pictures } from '../../files/pictures.ts'
import { readImageField } from '../../http/image-field.ts'
import type { Handlers } from '../../http/routes.ts'
import { actorOf } from '../../http/session.ts'
import { changedColumns, checkVersion, findLiveOrThrow, idsOf } from '../records/checks.ts'
import { detailsOf } from '../records/details.ts'
import type { Snapshots } from '../time-travel/time-travel.service.ts'
import { createEvent, eventColumns } from './events.change.ts'
import { eventDeletion } from './events.deletion.ts'
import { type EventRow, eventListingIn, findEvent, listEvents } from './events.store.ts'
import { eventView } from './events.view.ts'

type Names = 'list' | 'details' | 'create' | 'update' | 'delete' | 'restore' | 'purge'

/** Events (specification section 7, Other areas). */
export function eventsHandlers(
  db: Db,
  snapshots: Snapshots,
  pictures: Pictures,
): Handlers<`events.${Names}`> {
  const present = async (from: Db, id: string) => eventView((await findEvent(from, id)) as EventRow)
  return {
    'events.list': async ({ query, session }) => {
      const { rows, pagination } = await snapshots.read('events', session, query.asOf, (source) =>
        listEvents(source, query),
      )
      return { data: { events: rows.map(eventView), pagination } }
    },
    'events.create': async ({ body, files: { image }, session }) => {
      const event = await pictures.keep(image, session.user.id, (url) => {
        const picture = readImageField(url, body.image, null) ?? null
        return write(db, actorOf(session), async (writing) =>
          present(writing.tx, await createEvent(writing, body, picture)),
        )
      })
      return { data: event, message: `Event “${event.title}” created.` }
    },
    'events.update': async ({ params, body, files: { image: file }, session }) => {
      const { version, image: text, ...fields } = body
      let cancelled = false
      const event = await pictures.keep(file, session.user.id, (url) =>
        write(db, actorOf(session), async (writing) => {
          const { tx, lock, update } = writing
          const event = findLiveOrThrow(await lock('events', idsOf(params.id)), 'event')
          await checkVersion(version, event, () => present(tx, event.id))
          const image = readImageField(url, text, event.image)
          const columns = await eventColumns(writing, event, fields)
          const patch = changedColumns(event, { ...columns, image })
          if (patch) await update('events', [event], patch)
          cancelled = patch?.cancelled === true
          return await present(tx, event.id)
        }),
      )
      return {
        data: event,
        message: cancelled ? `“${event.title}” cancelled.` : 'Event saved.',
      }
    },
    'events.details': detailsOf<EventRow, Event>(snapshots, {
      table: 'events',
      one: 'event',
      listing: eventListingIn,
      view: eventView,
    }),
    ...eventDeletion.handlers(db),
  }
}
