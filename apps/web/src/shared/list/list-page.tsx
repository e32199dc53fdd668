import { ListScreen, type ListScreenProps } from '../../ui/list/list-screen.tsx'
import { needsOf } from '../../ui/permissions/needs-of.ts'
import { ExportButton } from '../files/export-button.tsx'
import { ImportButton } from '../files/import-button.tsx'
import { Refused } from '../permissions/refused.tsx'

/**
 * A list screen with what calls the server beside its own list: import, export, and who can grant
 * the permission that is missing.
 * @param props.title the list's own unless given
 */
export function ListPage<T>(
  props: Omit<ListScreenProps<T>, 'refused' | 'tools' | 'title'> & { title?: string },
) {
  const { definition } = props
  return (
    <ListScreen
      title={definition.list.title}
      {...props}
      refused={(error, retry) => (
        <Refused error={error} needs={needsOf(definition.list.call)[0]} onRetry={retry} />
      )}
      tools={(shown) => (
        <>
          {!shown.ids && !props.part && <ImportButton definition={definition} />}
          <ExportButton definition={definition} {...shown} />
        </>
      )}
    />
  )
}
