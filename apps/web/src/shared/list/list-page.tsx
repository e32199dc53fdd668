import type { Permission } from '@steward/contract/permissions'
import { ListScreen, type ListScreenProps } from '../../ui/list/list-screen.tsx'
import { ExportButton } from '../files/export-button.tsx'
import { ImportButton } from '../files/import-button.tsx'
import { NotPermitted } from '../permissions/not-permitted.tsx'

/**
 * A list screen with what calls the server beside its own list: import, export, and who can grant
 * the permission that is missing.
 * @param props.needs the permission that the screen names when the server refuses (403)
 */
export function ListPage<T>({
  needs,
  ...props
}: Omit<ListScreenProps<T>, 'notPermitted' | 'tools'> & { needs: Permission }) {
  return (
    <ListScreen
      {...props}
      notPermitted={<NotPermitted permission={needs} />}
      tools={(shown) => (
        <>
          {!shown.ids && !props.part && <ImportButton definition={props.definition} />}
          <ExportButton definition={props.definition} {...shown} />
        </>
      )}
    />
  )
}
