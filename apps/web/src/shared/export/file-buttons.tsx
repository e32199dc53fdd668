import { Button } from '@mantine/core'
import { exportNeeds } from '@steward/contract/exports/exports.routes'
import { t } from '@steward/i18n/reader'
import { IconDownload, IconUpload } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useHasCall } from '../../api/missing-calls.ts'
import type { ListDefinition } from '../../ui/list/definition/list-definition.ts'
import type { ShownList } from '../../ui/list/screen/list-screen.tsx'
import { useCan } from '../../ui/permissions/permitted.tsx'
import { useExport } from './use-export.ts'

/** Exports a list as it is filtered and sorted, or the chosen rows; nothing where the person may not. */
export function ExportButton<T>(props: ShownList<T> & { definition: ListDefinition<T> }) {
  const { definition, ids } = props
  const can = useCan()
  const { start, pending } = useExport()
  const { exports } = definition
  const has = useHasCall('exports.create')
  if (!has || !exports || !exportNeeds[exports].some(can)) return null
  const { page, limit, ...query } = props.query
  const columns = props.columns
    .filter((column) => !column.control)
    .flatMap(({ key, exported = key }) => exported.split(' '))
    .filter((name) => name !== '')
  return (
    <Button
      size={ids ? 'compact-sm' : 'sm'}
      leftSection={<IconDownload size={ids ? '0.875rem' : '1rem'} aria-hidden />}
      loading={pending}
      disabled={props.total === 0}
      onClick={() =>
        start({ area: exports, query: { ...query }, columns, ...(ids && { ids: [...ids] }) })
      }
    >
      {t('Export CSV')}
    </Button>
  )
}

/** Leads to the import of files into a list; nothing where the person may not. */
export function ImportButton<T>({ definition: { imports } }: { definition: ListDefinition<T> }) {
  const can = useCan()
  const has = useHasCall('imports.create')
  if (!has || !imports?.needs.every(can)) return null
  return (
    <Button
      leftSection={<IconUpload size="1rem" aria-hidden />}
      renderRoot={(props) => <Link to="/import/$what" params={{ what: imports.what }} {...props} />}
    >
      {t('Import')}
    </Button>
  )
}
