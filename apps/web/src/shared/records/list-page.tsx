import type { AreaName } from '@steward/contract/areas/areas'
import { type AuditArea, auditAreas } from '@steward/contract/audit-log/audit-log.routes'
import { routes } from '@steward/contract/calls/routes'
import { t } from '@steward/i18n/reader'
import { skipToken } from '@tanstack/react-query'
import { useMemo } from 'react'
import { recordIn } from '../../api/answers/record-in.ts'
import { call } from '../../api/client.ts'
import { without } from '../../api/failure.ts'
import type { ListName, SentQuery } from '../../api/listing.ts'
import { areaOf } from '../../api/local-write-tracker.ts'
import { useHasCall } from '../../api/missing-calls.ts'
import { writesDone } from '../../api/pending-writes.ts'
import { aloneKey } from '../../api/record-cache.ts'
import { listOfPast } from '../../ui/list/definition/deleted-and-past.ts'
import type { RecordQuery } from '../../ui/list/open-record/record-index.ts'
import { ListScreen, type ListScreenProps } from '../../ui/list/screen/list-screen.tsx'
import type { ListOptions } from '../../ui/list/screen/use-list-data.ts'
import { lazyCode } from '../../ui/load/lazy-code.ts'
import { drawerPart, lazyPart } from '../../ui/page/lazy-part.tsx'
import { PageSpinner } from '../../ui/page/page-spinner.tsx'
import { needsOf } from '../../ui/permissions/needs-of.ts'
import { type OwnLimits, useOwnLimits } from '../../ui/permissions/own-limits.ts'
import { ExportButton, ImportButton } from '../export/file-buttons.tsx'
import { listOptions } from '../lists/list-options.ts'
import { usePeople } from '../people/use-people.ts'
import { useBehindFirstRows, useHasViews } from '../saved-views/saved-views.queries.ts'
import { viewedListOf } from '../saved-views/view-address.ts'
import { MomentPicker } from '../time-travel/moment-picker.tsx'
import { useHasPast, usePastMoment } from '../time-travel/past-moment.ts'
import { ReadOnly } from '../time-travel/read-only.tsx'
import { hasTrashSwitch, useHasTrash, useIsTrash } from '../trash/has-trash.ts'
import { TrashSwitch } from '../trash/trash-switch.tsx'

const ViewsControl = drawerPart(
  async () => (await import('../saved-views/views-control.tsx')).ViewsControl,
)
const OpenRecord = drawerPart(async () => (await import('../live/open-record.tsx')).OpenRecord)

// Most people are shown every record and field.
const [useNarrowing] = lazyCode(() => import('../permissions/narrowing.tsx'), { soon: false })

const [useTrashCode] = lazyCode(() => import('../trash/trash-definition.tsx'))

// Each says of a list or a record that it isn't as usual.
const Refused = drawerPart(async () => (await import('../permissions/record-failed.tsx')).Refused)
const PastBanner = lazyPart(async () => (await import('../time-travel/past-banner.tsx')).PastBanner)
const KeptNote = lazyPart(async () => (await import('../trash/deleted-banner.tsx')).KeptNote)
const DeletedBanner = drawerPart(
  async () => (await import('../trash/deleted-banner.tsx')).DeletedBanner,
)
const TasksAbout = drawerPart(async () => (await import('../tasks/tasks-about.tsx')).TasksAbout)

type Props<T> = Omit<
  ListScreenProps<T>,
  'options' | 'refused' | 'tools' | 'headingControls' | 'one' | 'settled'
> & {
  /** Loads one record, where the area has no call for that; null if the person may not load it. */
  one?: ((id: string, asOf: string | null) => RecordQuery<T>) | null
}

/**
 * One record by itself, deleted or not, by the call of its area, where the server has that; else from the cache, as what
 * has just left the list is known. `asOf` is a past time, null for now.
 */
function useOne<T>(given: Props<T>['one'], list: ListName, asOf: string | null) {
  const area = list.slice(0, list.indexOf('.')) as AreaName
  const isDetailed = `${area}.details` in routes
  const has = useHasCall(isDetailed ? (`${area}.details` as 'posts.details') : list)
  return (id: string): RecordQuery<T> => {
    if (given) return given(id, asOf)
    if (given === null || !isDetailed || !has)
      return { queryKey: aloneKey(area, id), queryFn: skipToken }
    const name = `${area}.details` as 'posts.details'
    const query = asOf === null ? {} : { asOf }
    return {
      queryKey: [name, { id, ...query }],
      queryFn: async ({ signal }) => {
        const record = recordIn<T>(area, await call(name, { params: { id }, query, signal }))
        if (!record) throw without('record')
        return record
      },
    }
  }
}

/** The area of a list call's records, by its name in changes; null for other calls. */
function auditAreaOf(call: ListName): AuditArea | null {
  const area = call.startsWith('accounts.') ? 'users' : areaOf(call)
  return auditAreas.find((each) => each === area) ?? null
}

/** A list screen with what calls the server beside its own list: import, export, deleted records, the past, saved views. */
export function ListPage<T>(props: Props<T>) {
  const { list } = props.definition
  const deleted = useIsTrash(list)
  const hasTrash = useHasTrash()
  const hasPast = useHasPast()
  const hasViews = useHasViews()
  const isBehind = useBehindFirstRows()
  const viewed = hasViews && !props.part ? viewedListOf(list) : null
  const past = usePastMoment(list)
  const trashCode = useTrashCode(deleted)
  const limits = useOwnLimits()
  const isLimited = Object.values(limits).some((rules: OwnLimits[keyof OwnLimits]) =>
    rules.some(({ submodule }) => submodule === list.title),
  )
  const narrowing = useNarrowing(isLimited)
  const definition = useMemo(() => {
    if ((deleted && !trashCode) || (isLimited && !narrowing)) return null
    const all =
      trashCode && deleted ? trashCode.trashDefinition(props.definition) : props.definition
    const shown = narrowing ? narrowing.narrowed(all, limits) : all
    const list = past === null ? shown.list : listOfPast(shown.list, past)
    return { ...shown, list, usePeople }
  }, [deleted, trashCode, past, isLimited, narrowing, limits, props.definition])
  const one = useOne(props.one, list.call, past)
  const area = auditAreaOf(list.call)
  const above = (query: SentQuery) => (
    <>
      {narrowing && <narrowing.NarrowedNote submodule={list.title} />}
      {deleted ? <KeptNote /> : props.above?.(query)}
    </>
  )
  if (!definition) return <PageSpinner />
  return (
    <ReadOnly when={past !== null}>
      <ListScreen
        // What is chosen of the one is not chosen of the other.
        key={`${deleted} ${past}`}
        options={listOptions(list) as ListOptions<T>}
        {...props}
        {...(deleted && { view: undefined, actions: null })}
        above={above}
        {...(past !== null && {
          actions: null,
          bulk: undefined,
          above: (query) => (
            <>
              {!props.part && <PastBanner asOf={past} />}
              {above(query)}
            </>
          ),
        })}
        definition={definition}
        one={one}
        settled={writesDone}
        headingControls={
          <>
            {hasTrash && hasTrashSwitch(list) && <TrashSwitch />}
            {hasPast && list.past && !props.part && (
              <MomentPicker of={t('this list')} asOf={past} />
            )}
            {/* It comes behind the first rows, to room that is kept for it, where it moves nothing. */}
            {viewed && (
              <div style={{ minInlineSize: 'min(11rem, 30vw)', minBlockSize: 30 }}>
                {isBehind && <ViewsControl list={viewed} many={t(list.many)} />}
              </div>
            )}
          </>
        }
        drawer={(row, close) => (
          <OpenRecord
            area={area}
            id={row.id}
            title={definition.title(row.record)}
            type={(row.record as { type?: unknown }).type}
          >
            {past !== null && <PastBanner asOf={past} />}
            <DeletedBanner record={row.record} />
            {props.drawer(row, close)}
            {past === null && <TasksAbout area={area} id={row.id} />}
          </OpenRecord>
        )}
        refused={(error, retry) => (
          <Refused error={error} needs={needsOf(list.call)[0]} onRetry={retry} />
        )}
        tools={(shown) =>
          past === null && (
            <>
              {!shown.ids && !props.part && <ImportButton definition={definition} />}
              <ExportButton
                definition={definition}
                {...shown}
                // Chosen records are exported whether they are deleted or not.
                {...(shown.ids && hasTrash && { query: { deleted: 'all' } })}
              />
            </>
          )
        }
      />
    </ReadOnly>
  )
}
