import { useMemo } from 'react'
import { ListScreen, type ListScreenProps } from '../../ui/list/list-screen.tsx'
import { needsOf } from '../../ui/permissions/needs-of.ts'
import { ExportButton } from '../files/export-button.tsx'
import { ImportButton } from '../files/import-button.tsx'
import { Refused } from '../permissions/refused.tsx'
import { DeletedBanner, KeptNote } from '../trash/deleted-banner.tsx'
import { hasTrashSwitch, useHasTrash, useIsTrash } from '../trash/has-trash.ts'
import { trashDefinition } from '../trash/trash-definition.tsx'
import { TrashSwitch } from '../trash/trash-switch.tsx'

type Props<T> = Omit<ListScreenProps<T>, 'refused' | 'tools' | 'title' | 'beside'> & {
  title?: string
}

/**
 * A list screen with what calls the server beside its own list: import, export, who can grant the
 * permission that is missing, and what is deleted, which has neither views nor new records.
 * @param props.title the list's own unless given
 */
export function ListPage<T>(props: Props<T>) {
  const { list } = props.definition
  const deleted = useIsTrash(list)
  const hasTrash = useHasTrash()
  const definition = useMemo(
    () => (deleted ? trashDefinition(props.definition) : props.definition),
    [deleted, props.definition],
  )
  return (
    <ListScreen
      // What is chosen of the one is not chosen of the other.
      key={String(deleted)}
      title={list.title}
      {...props}
      {...(deleted && { view: undefined, actions: null, above: () => <KeptNote /> })}
      definition={definition}
      beside={hasTrash && hasTrashSwitch(list) && <TrashSwitch />}
      drawer={(row, close) => (
        <>
          <DeletedBanner record={row.record} />
          {props.drawer(row, close)}
        </>
      )}
      refused={(error, retry) => (
        <Refused error={error} needs={needsOf(list.call)[0]} onRetry={retry} />
      )}
      tools={(shown) => (
        <>
          {!shown.ids && !props.part && <ImportButton definition={definition} />}
          <ExportButton
            definition={definition}
            {...shown}
            // Chosen records are exported whether they are deleted or not.
            {...(shown.ids && hasTrash && { query: { deleted: 'all' } })}
          />
        </>
      )}
    />
  )
}
