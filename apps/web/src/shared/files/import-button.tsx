import { Button } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useHasCall } from '../../api/missing-calls.ts'
import type { ListDefinition } from '../../ui/list/screen/list-definition.ts'
import { useCan } from '../../ui/permissions/permitted.tsx'

/** Leads to the import of files into a list; nothing where the person may not. */
export function ImportButton<T>({ definition: { imports } }: { definition: ListDefinition<T> }) {
  const can = useCan()
  const has = useHasCall('imports.create')
  if (!has || !imports?.needs.every(can)) return null
  return (
    <Button
      variant="default"
      leftSection={<IconUpload size="1rem" aria-hidden />}
      renderRoot={(props) => <Link to="/import/$what" params={{ what: imports.what }} {...props} />}
    >
      Import
    </Button>
  )
}
