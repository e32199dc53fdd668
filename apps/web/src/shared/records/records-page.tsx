import type { BulkArea } from '@steward/contract/areas/areas'
import { t } from '@steward/i18n/reader'
import { useSearch } from '@tanstack/react-router'
import type { ComponentType, ReactNode } from 'react'
import { ViewSwitch } from '../../ui/links/view-switch.tsx'
import type { ListDefinition } from '../../ui/list/definition/list-definition.ts'
import type { ListScreenProps, ListView } from '../../ui/list/screen/list-screen.tsx'
import type { Chosen } from '../../ui/list/selection/use-selection.ts'
import { useBulk } from '../jobs/use-bulk.tsx'
import type { RecordProps } from './area-actions.tsx'
import { ListPage } from './list-page.tsx'
import { NewRecord, type NewRecordProps } from './new-record.tsx'
import type { RecordArea } from './record-area.ts'

/**
 * The page of an area: its list, new records, bulk actions, and the open record.
 * @param props.view another way to look at them, with its name in the URL
 */
export function RecordsPage<T>(props: {
  of: RecordArea<T> & { area: Exclude<BulkArea, 'users'> }
  definition: ListDefinition<T>
  Record: ComponentType<RecordProps<T>>
  create?: NewRecordProps<T>
  view?: ListView<T> & { name: 'board' | 'calendar' | 'tree'; label: string }
  bulk?: ((chosen: Chosen<T>) => ReactNode) | undefined
  above?: ListScreenProps<T>['above']
}) {
  const { of, definition, Record, create, view, bulk } = props
  const jobs = useBulk(of.area)
  const shown = useSearch({ strict: false, select: (search) => search.view })
  return (
    <ListPage
      definition={definition}
      actions={create && <NewRecord of={of} {...create} />}
      {...(view && {
        tabs: (
          <ViewSwitch
            views={[
              // i18n: the rows of a list, beside other ways to look at them
              { view: null, label: t('List') },
              { view: view.name, label: t(view.label) },
            ]}
          />
        ),
        view: shown === view.name ? view : undefined,
      })}
      {...(props.above && { above: props.above })}
      bulkByRow={!jobs}
      bulk={
        jobs || bulk
          ? (chosen) => (
              <>
                {bulk?.(chosen)}
                {jobs?.(chosen)}
              </>
            )
          : undefined
      }
      drawer={({ record }, close) => <Record record={record} onDone={close} />}
    />
  )
}
