import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { Dialog } from '../../ui/feedback/dialog.tsx'
import { useEdit, useEditing } from '../../ui/form/use-editing.ts'
import { useCreateKey } from '../../ui/keys/create-key.ts'
import { Permitted } from '../../ui/permissions/permitted.tsx'
import { mayCategories } from './category-actions.tsx'
import { CategoryEditor } from './category-editor.tsx'

/** The button that makes a category, and the form behind it. */
export function NewCategory() {
  const edit = useEdit()
  const { editing, leave } = useEditing()
  const createKey = useCreateKey()
  return (
    <Permitted needs={mayCategories.create}>
      <Button
        {...createKey}
        leftSection={<IconPlus size="1rem" aria-hidden />}
        onClick={() => edit('new')}
      >
        New category
      </Button>
      <Dialog opened={editing === 'new'} onClose={leave} size="lg" title="New category">
        <CategoryEditor category={null} onDone={leave} />
      </Dialog>
    </Permitted>
  )
}
