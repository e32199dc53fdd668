import { areas } from '@steward/contract/areas/areas'
import { titleField } from '@steward/contract/areas/listings'
import { endpoints } from '@steward/contract/calls/endpoints'
import { capitalize } from '@steward/contract/values/capitalize'
import { nested, type Said, type Sentence, say } from '@steward/i18n/sentence'
import type { Db } from '../../db/connection/connection.ts'
import { scopedSource } from '../../db/list/scope.ts'
import { currentRecords } from '../../db/list/source.ts'
import { write } from '../../db/write/write.ts'
import { notFound } from '../../http/failure.ts'
import type { Handler } from '../../http/handler.ts'
import { readImageField } from '../../http/image-field.ts'
import { actorOf, type Session } from '../../http/session.ts'
import { isId, newId } from '../../ids.ts'
import type { Services } from '../../services.ts'
import { mapUniqueViolation } from './checks.ts'
import type { DeletionAction, deletionOf } from './deletion.ts'
import { requireSentShown } from './field-rules.ts'
import type { RecordStore } from './record-store.store.ts'
import { savesOf } from './saves.ts'
import type { Reader } from './view.ts'
import type { AnyRow, ContentArea, Sent, Shown, Writes } from './writes.ts'

/** Any area; for the compiler events represent all, as `contentArea` checks the parts of each. */
interface AnyArea {
  store: RecordStore<'events', AnyRow>
  view: (row: AnyRow, reader?: Reader) => Shown<'events'>
  /** What messages call a record. */
  called: (row: AnyRow) => Sentence
  /** The message of a deletion, where it says more than that. */
  deleted?: (row: AnyRow) => Said | undefined
  deletion: ReturnType<typeof deletionOf<'events'>>
  writes?: Writes<'events'>
}

export type RecordCall = 'list' | 'details' | 'create' | 'update' | 'delete' | 'restore' | 'purge'

export function recordHandlers(
  { store, view: viewed, called, deleted, deletion, writes }: AnyArea,
  { db, snapshots, pictures }: Services,
): object {
  const { area, table } = store
  /** A row that was written, as the person sees it. */
  const shownTo = async ({ scope }: Session, row: AnyRow, from: Db = db): Promise<AnyRow> => {
    if (!scope) return row
    const source = scopedSource(currentRecords(from), scope)
    const seen = await source.find<AnyRow>(store.listingIn(source), row.id)
    return seen ?? scope.withoutHidden(table, row)
  }
  const view = async (row: AnyRow, session: Session, from?: Db) =>
    viewed(await shownTo(session, row, from), session)
  const { one } = areas[area]
  const kind = nested(capitalize(one))
  const plural = pluralOf(area)
  const title = titleField(area) as 'title'

  const present = async (from: Db, id: string, session: Session) =>
    view((await store.find(from, id)) as AnyRow, session, from)

  const list: Handler<'events.list'> = async ({ query, session }) => {
    const { rows, pagination } = await snapshots.read(table, session, query.asOf, (source) =>
      source.page<AnyRow>(store.listingIn(source), query, store.conditions(query, session, source)),
    )
    const records = rows.map((row) => viewed(row, session))
    const answer = plural
      ? { data: { [plural]: records, pagination } }
      : { data: records, pagination }
    return answer as never
  }
  /** Answers with one record, deleted or not, now or as at a moment. */
  const details: Handler<'events.details'> = async ({ params: { id }, query, session }) => {
    const row = isId(id)
      ? await snapshots.read(table, session, query.asOf, (source) =>
          source.find<AnyRow>(store.listingIn(source), id),
        )
      : undefined
    if (!row)
      throw notFound(
        say('There is no such {record}. It may have been deleted permanently.', {
          record: nested(one),
        }),
      )
    return { data: viewed(row, session) }
  }
  const becoming = async (action: DeletionAction, id: string, session: Session) =>
    await write(db, actorOf(session), async (writing) => {
      return (await deletion.onOne<AnyRow>(action, writing, id, store.listing)) as AnyRow
    })
  const remove: Handler<'events.delete'> = async ({ params, session }) => {
    const row = await shownTo(session, await becoming('delete', params.id, session))
    const message = deleted?.(row) ?? say('{record} deleted.', { record: called(row) })
    return { data: viewed(row, session), message }
  }
  const restore: Handler<'events.restore'> = async ({ params, session }) => {
    const work = becoming('restore', params.id, session)
    const row = await shownTo(session, await mapUniqueViolation(work, deletion.taken))
    return {
      data: viewed(row, session),
      message: say('{record} restored.', { record: called(row) }),
    }
  }
  const purge: Handler<'events.purge'> = async ({ params, session }) => {
    await write(db, actorOf(session), (writing) =>
      deletion.onOne('purge', writing, params.id, store.listing),
    )
    return { data: {}, message: say('{record} deleted permanently.', { record: kind }) }
  }
  const saves = writes && savesOf({ store, writes, view })
  const changing = writes &&
    saves && {
      create: changer(writes, async (sent, { session }, image) => {
        const make = () =>
          write(db, actorOf(session), async (writing) => {
            const id = newId()
            await saves.insert(writing, session, { id, sent, image: image(null) })
            return await present(writing.tx, id, session)
          })
        const record = await make().catch((error: unknown) => {
          if (writes.again?.(sent, error)) return make()
          throw error
        })
        const message =
          writes.created?.(record) ?? say('{kind} “{name}” created.', { kind, name: record[title] })
        return { data: record, message }
      }),
      update: changer(
        writes,
        async (sent, { params: { id }, session, version, picture }, image) => {
          requireSentShown(area, undefined, { image: picture }, session)
          const { before, row } = await write(db, actorOf(session), (writing) =>
            saves.change(writing, session, { id, sent, version, image }),
          )
          const record = await view(row, session)
          return {
            data: record,
            message: writes.saved?.(record, before) ?? say('{record} saved.', { record: kind }),
          }
        },
      ),
    }

  /** Reads the sent fields, stores the picture, and turns unique violations into failures. */
  function changer(
    { taken }: Writes<'events'>,
    work: (
      sent: Sent<'events'>,
      call: {
        params: { id: string }
        session: Session
        version: number | undefined
        /** The picture that is sent, if any. */
        picture: unknown
      },
      image: (before: string | null) => string | null | undefined,
    ) => Promise<{ data: Shown<'events'>; message: Said }>,
  ): Handler<'events.update'> {
    return async ({ params, body, files, session }) => {
      const { version, image: text, ...sent } = 'data' in body ? (body.data as typeof body) : body
      return await pictures.keep(files.image, session.user.id, (url) =>
        mapUniqueViolation(
          work(sent, { params, session, version, picture: url ?? text }, (before) =>
            readImageField(url, text, before),
          ),
          taken?.(sent) ?? {},
        ),
      )
    }
  }

  const handlers = { list, details, delete: remove, restore, purge, ...changing }
  return Object.fromEntries(
    Object.entries(handlers).map(([name, handler]) => [`${area}.${name}`, handler]),
  )
}

/** The name of the list in its answer; undefined where that is an array. */
function pluralOf(area: ContentArea): string | undefined {
  const endpoint = endpoints[`${area}.list`]
  return 'otherFields' in endpoint ? undefined : Object.keys(endpoint.data.shape)[0]
}
