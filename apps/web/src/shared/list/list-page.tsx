import { ListScreen, type ListScreenProps } from '../../ui/list/list-screen.tsx'
import { needsOf } from '../../ui/permissions/needs-of.ts'
import { ExportButton } from '../files/export-button.tsx'
import { ImportButton } from '../files/import-button.tsx'
import { NotPermitted } from '../permissions/not-permitted.tsx'

/**
 * A list screen with what calls the server beside its own list: import, export, and who can grant
 * the permission that is missing.
 * @param props.title the list's own unless given
 */
export function ListPage<T>(
  props: Omit<ListScreenProps<T>, 'notPermitted' | 'tools' | 'title'> & { title?: string },
) {
  const { definition } = props
  return (
    <ListScreen
      title={definition.list.title}
      {...props}
      notPermitted={<NotPermitted permission={needsOf(definition.list.call)[0]} />}
      tools={(shown) => (
        <>
          {!shown.ids && !props.part && <ImportButton definition={definition} />}
          <ExportButton definition={definition} {...shown} />
        </>
      )}
    />
  )
}
