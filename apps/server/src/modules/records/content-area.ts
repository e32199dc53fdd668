import { type AreaName, areas as contract } from '@steward/contract/areas/areas'
import { areaFields, titleField } from '@steward/contract/areas/listings'
import type { EndpointName } from '@steward/contract/calls/routes'
import { type Said, type Sentence, say } from '@steward/i18n/sentence'
import type { AreaTable } from '../../db/schema/tables.ts'
import type { Handlers } from '../../http/handler.ts'
import type { Services } from '../../services.ts'
import { type AreaModule, type AreaParts, defineArea } from './area.ts'
import { type Apply, applyToEach, decideStatus } from './bulk.ts'
import { type DeletionAction, type DeletionRule, deletionOf } from './deletion.ts'
import { exportColumnsOf } from './export-columns.ts'
import { type RecordCall, recordHandlers } from './handlers.ts'
import type { RecordStore, RowOf } from './record-store.store.ts'
import { type Revert, type RevertCheck, singly, updating } from './revert.ts'
import { anySaves } from './saves.ts'
import { type Reader, viewOf } from './view.ts'
import type { AnyRow, Changed, ContentArea, Shown, Stored, Writes } from './writes.ts'

/** The calls of an area, without the decisions about posts, which `post-decisions` handles. */
export type Calls<N extends AreaName> = Exclude<
  Extract<EndpointName, `${N}.${string}`>,
  'posts.decide' | 'posts.undoDecision'
>
type OwnCalls<N extends AreaName> = Exclude<Calls<N>, `${N}.${RecordCall}`>
type OwnActions<N extends AreaName> = (typeof contract)[N] extends { bulk: infer B }
  ? Exclude<keyof B & string, 'delete' | 'restore' | 'purge' | 'status'>
  : never

type RequiredUnlessNever<Names, T> = [Names] extends [never] ? unknown : T

export type ContentParts<N extends ContentArea, Row extends RowOf<N>> = {
  store: RecordStore<N, Row>
  /** Fields that need a view of their own; without a `reader`, these show as little as possible. */
  own?: Readonly<Record<string, (row: Row, reader?: Reader) => unknown>>
  /** What messages call a record; its title in quotes unless given. */
  called?: (row: Row) => Sentence
  /** The message of a deletion, where it says more than that. */
  deleted?: (row: Row) => Said | undefined
  /** The record's name among failures of a job; its title unless given. */
  name?: (row: Stored<N>) => string
  deletion?: DeletionRule<AreaTable<N>>
  /** Fields that need a format of their own in exports. */
  exported?: Readonly<Record<string, (record: Shown<N>) => string | null>>
  /** Checks whether an undo may restore columns; left out where no call changes a record. */
  mayPutBack?: RevertCheck<AreaTable<N>>
  revert?: Partial<Revert>
  statusColumns?: (status: string) => Changed<N>
} & Omit<
  AreaParts<N, Row, Shown<N>>,
  | 'listing'
  | 'filters'
  | 'conditions'
  | 'view'
  | 'columns'
  | 'revert'
  | 'bulk'
  | 'counts'
  | 'requireMayChange'
  | 'saves'
> &
  RequiredUnlessNever<OwnActions<N>, { bulk: Record<OwnActions<N>, Apply> }> &
  RequiredUnlessNever<Extract<Calls<N>, `${N}.update`>, { writes: Writes<N> }> &
  RequiredUnlessNever<
    OwnCalls<N>,
    { calls: (services: Services, view: View<N, Row>) => Handlers<OwnCalls<N>> }
  >

type View<N extends ContentArea, Row> = (row: Row, reader?: Reader) => Shown<N>

export interface ContentModule<N extends ContentArea, Row> extends AreaModule {
  view: View<N, Row>
  actions: Readonly<Record<DeletionAction, Apply>>
  handlers: (services: Services) => Handlers<Calls<N>>
}

export function contentArea<N extends ContentArea, Row extends RowOf<N>>(
  name: N,
  given: ContentParts<N, Row>,
): ContentModule<N, Row> {
  // The compiler checks the parts above; within this function, events represent all areas.
  const parts = given as unknown as ContentParts<'events', AnyRow>
  const { bulk: ownActions, calls } = given as {
    bulk?: Record<string, Apply>
    calls?: (services: Services, view: View<N, Row>) => object
  }
  const { store, writes } = parts as typeof parts & { writes?: Writes<'events'> }
  const fields = areaFields[name]
  const { one } = contract[name]
  const title = titleField(name)
  const nameOf = parts.name ?? ((row: object) => String((row as Record<string, unknown>)[title]))
  const view = viewOf<AnyRow, Shown<'events'>>(fields, parts.own)
  const deletion = deletionOf(store.table, one, nameOf, parts.deletion)
  const status = applyToEach({
    table: store.table,
    what: one,
    name: nameOf,
    decide: decideStatus(one),
    change: (writing, rows, status) =>
      writing.update(
        store.table,
        rows,
        parts.statusColumns?.(status) ?? ({ status } as Changed<'events'>),
      ),
  })
  const actions: Record<string, Apply | undefined> = { ...deletion.actions, status, ...ownActions }
  const called =
    parts.called ?? ((row: object) => say('“{name}”', { name: nameOf(row as Stored<'events'>) }))
  const shown = view as unknown as View<N, Row>
  const area = defineArea<'events', AnyRow, Shown<'events'>>(name as 'events', {
    ...parts,
    listing: store.listing,
    filters: store.filters,
    conditions: store.conditions,
    view,
    columns: exportColumnsOf(fields, parts.exported),
    ...(writes && { saves: anySaves({ store, writes, view }) }),
    bulk: Object.fromEntries(
      Object.keys(contract[name].bulk).map((key) => [key, actions[key]]),
    ) as {
      [key in DeletionAction]: Apply
    },
    revert: {
      delete: singly(deletion.actions.delete),
      restore: singly(deletion.actions.restore),
      ...(parts.mayPutBack && { update: updating(store.table, parts.mayPutBack) }),
      ...parts.revert,
    },
  })
  return {
    ...area,
    view: shown,
    actions: deletion.actions,
    handlers: (services) => {
      const all = {
        ...recordHandlers({ ...parts, view, deletion, called }, services),
        ...calls?.(services, shown),
      }
      return all as Handlers<Calls<N>>
    },
  }
}
