import { Button } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useCan } from '../permitted.tsx'
import { iconOnlyWhenNarrow } from './brief.ts'
import type { ListDefinition } from './list-definition.ts'

/** Leads to the import of files into a list; nothing where the person may not. */
export function ImportButton<T>({ definition: { imports } }: { definition: ListDefinition<T> }) {
  const can = useCan()
  if (!imports?.needs.every(can)) return null
  return (
    <Button
      variant="default"
      classNames={iconOnlyWhenNarrow}
      leftSection={<IconUpload size={16} aria-hidden />}
      renderRoot={(props) => <Link to="/import/$what" params={{ what: imports.what }} {...props} />}
    >
      Import
    </Button>
  )
}
