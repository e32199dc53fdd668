import { Button, Checkbox, Group, Stack, TextInput } from '@mantine/core'
import '@mantine/core/styles/Group.css'
import '@mantine/core/styles/InlineInput.css'
import '@mantine/core/styles/Checkbox.css'
import '@mantine/core/styles/Stack.css'
import type { ImportPreview } from '@steward/contract/records/imports'
import { counted } from '../../ui/format/locale.ts'
import type { ImportValues } from './import-values.ts'

/** Chooses the columns that identify a row; an id is unique within its source. */
export function UniqueColumns(props: {
  values: ImportValues
  preview: ImportPreview | undefined
  onChange: (change: Partial<ImportValues>) => void
}) {
  const { preview, onChange } = props
  const { ids, source } = props.values
  const columns = preview?.columns ?? []
  return (
    <Stack data-whole gap={16}>
      <Checkbox.Group
        label="Unique column"
        description="Rows that were already imported are skipped. Choose the columns that identify a row. If you choose none, the whole row is compared."
        value={[...ids]}
        onChange={(chosen) => onChange({ ids: columns.filter((each) => chosen.includes(each)) })}
      >
        <Group gap="8px 20px" mt={8} mah="10rem" align="stretch" style={{ overflowY: 'auto' }}>
          {columns.map((column) => (
            <Checkbox key={column} value={column} label={<bdi>{column}</bdi>} />
          ))}
        </Group>
      </Checkbox.Group>
      {ids.length > 0 && (
        <Stack gap={8} maw="30rem">
          <TextInput
            label="Source"
            description="Where the file comes from. The same id in two sources is two records; files of one source have one name here."
            value={source}
            placeholder={preview?.source ?? ''}
            maxLength={100}
            autoComplete="off"
            onChange={(event) => onChange({ source: event.currentTarget.value })}
          />
          {preview?.checked.elsewhere.map((other) => (
            <Group key={other.source} gap="4px 12px" role="status">
              <span>
                {counted(other.rows, 'id in these rows is', 'ids in these rows are')} known from “
                <bdi>{other.source}</bdi>”, but not from “<bdi>{preview.source}</bdi>”.
              </span>
              <Button
                variant="default"
                size="compact-sm"
                onClick={() => onChange({ source: other.source })}
              >
                {`It is “${other.source}”`}
              </Button>
            </Group>
          ))}
        </Stack>
      )}
    </Stack>
  )
}
