import { type AuditArea, auditAreas } from '@steward/contract/audit-log.routes'
import { useMemo } from 'react'
import type { ListName } from '../../api/listing.ts'
import { areaOf } from '../../api/own-writes.ts'
import { listOfPast } from '../../ui/list/list-past.ts'
import { ListScreen, type ListScreenProps } from '../../ui/list/list-screen.tsx'
import { drawerPart } from '../../ui/page/lazy-part.tsx'
import { needsOf } from '../../ui/permissions/needs-of.ts'
import { ExportButton } from '../files/export-button.tsx'
import { ImportButton } from '../files/import-button.tsx'
import { Refused } from '../permissions/refused.tsx'
import { MomentPicker } from '../time-travel/moment-picker.tsx'
import { PastBanner } from '../time-travel/past-banner.tsx'
import { useHasPast, usePastMoment } from '../time-travel/past-moment.ts'
import { ReadOnly } from '../time-travel/read-only.tsx'
import { DeletedBanner, KeptNote } from '../trash/deleted-banner.tsx'
import { hasTrashSwitch, useHasTrash, useIsTrash } from '../trash/has-trash.ts'
import { trashDefinition } from '../trash/trash-definition.tsx'
import { TrashSwitch } from '../trash/trash-switch.tsx'

const OpenRecord = drawerPart(async () => (await import('../live/open-record.tsx')).OpenRecord)

type Props<T> = Omit<ListScreenProps<T>, 'refused' | 'tools' | 'title' | 'beside'> & {
  title?: string
}

/** The area whose records a list call tells of, as changes name it; null where it tells of something else. */
function auditAreaOf(call: ListName): AuditArea | null {
  const area = call.startsWith('accounts.') ? 'users' : areaOf(call)
  return auditAreas.find((each) => each === area) ?? null
}

/**
 * A list screen with what calls the server beside its own list: import, export, who can grant the
 * permission that is missing, what is deleted, which has neither views nor new records, and what once
 * was, which nobody changes.
 * @param props.title the list's own unless given
 */
export function ListPage<T>(props: Props<T>) {
  const { list } = props.definition
  const deleted = useIsTrash(list)
  const hasTrash = useHasTrash()
  const hasPast = useHasPast()
  const past = usePastMoment(list)
  const definition = useMemo(() => {
    const shown = deleted ? trashDefinition(props.definition) : props.definition
    return past === null ? shown : { ...shown, list: listOfPast(shown.list, past) }
  }, [deleted, past, props.definition])
  const trash = deleted && { view: undefined, actions: null, above: () => <KeptNote /> }
  const above = trash ? trash.above : props.above
  return (
    <ReadOnly when={past !== null}>
      <ListScreen
        // What is chosen of the one is not chosen of the other.
        key={`${deleted} ${past}`}
        title={list.title}
        {...props}
        {...trash}
        {...(past !== null && {
          actions: null,
          bulk: undefined,
          above: (query) => (
            <>
              {!props.part && <PastBanner asOf={past} />}
              {above?.(query)}
            </>
          ),
        })}
        definition={definition}
        beside={
          <>
            {hasTrash && hasTrashSwitch(list) && <TrashSwitch />}
            {hasPast && list.past && !props.part && <MomentPicker of="this list" asOf={past} />}
          </>
        }
        drawer={(row, close) => (
          <OpenRecord area={auditAreaOf(list.call)} id={row.id}>
            {past !== null && <PastBanner asOf={past} />}
            <DeletedBanner record={row.record} />
            {props.drawer(row, close)}
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
