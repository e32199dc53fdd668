import { Button, NativeSelect, TextInput } from '@mantine/core'
import { t } from '@steward/i18n/reader'
import { IconPlus } from '@tabler/icons-react'
import { FieldGrid } from '../../ui/page/record-page.tsx'
import { type From, fieldName } from './import-values.ts'

interface FileColumns {
  columns: readonly string[]
  /** The first value of a column, shown below a field that is taken from it. */
  example: (column: string) => string | null
}

export function FieldMapping(
  props: FileColumns & {
    fields: Readonly<Record<string, From>>
    required: ReadonlySet<string>
    onChange: (field: string, from: From) => void
    onMore?: (() => void) | undefined
  },
) {
  const { columns, example } = props
  return (
    <>
      <FieldGrid>
        {Object.entries(props.fields).map(([name, from]) => (
          <OneField
            key={name}
            {...{ name, from, columns, example }}
            required={props.required.has(name)}
            onChange={(to) => props.onChange(name, to)}
          />
        ))}
      </FieldGrid>
      {props.onMore && (
        <Button mt={16} leftSection={<IconPlus size="1rem" aria-hidden />} onClick={props.onMore}>
          {t('Add an option')}
        </Button>
      )}
    </>
  )
}

const words: Record<string, From> = {
  none: { kind: 'none' },
  text: { kind: 'text', text: '' },
  same: { kind: 'same', value: '' },
}

function OneField(
  props: FileColumns & {
    name: string
    from: From
    required: boolean
    onChange: (from: From) => void
  },
) {
  const { name, from, columns } = props
  const label = fieldName(name)
  const example = from.kind === 'column' ? props.example(from.column) : null
  return (
    <div className="stack gap-6 shrinks">
      <NativeSelect
        label={label}
        withAsterisk={props.required}
        value={from.kind === 'column' ? `column:${from.column}` : from.kind}
        data={[
          { value: 'none', label: t('Not imported') },
          {
            group: t('Columns of the file'),
            // Columns with a brace in their name are left out, as a brace marks a template.
            items: columns
              .filter((column) => !/[{}]/.test(column))
              .map((column) => ({ value: `column:${column}`, label: column })),
          },
          {
            group: t('Something else'),
            items: [
              { value: 'text', label: t('Combine several columns…') },
              { value: 'same', label: t('Same value in every row…') },
            ],
          },
        ]}
        onChange={({ currentTarget: { value } }) =>
          props.onChange(words[value] ?? { kind: 'column', column: value.slice('column:'.length) })
        }
      />
      {from.kind === 'text' && (
        <TextInput
          aria-label={t('{field}: columns in braces', { field: label })}
          placeholder={`{${columns[0] ?? t('one', {}, 'name of a column')}}: {${columns[1] ?? t('two', {}, 'name of a column')}}`}
          value={from.text}
          dir="auto"
          onChange={(event) => props.onChange({ kind: 'text', text: event.currentTarget.value })}
        />
      )}
      {from.kind === 'same' && (
        <TextInput
          aria-label={t('{field}: value for every row', { field: label })}
          value={from.value}
          dir="auto"
          onChange={(event) => props.onChange({ kind: 'same', value: event.currentTarget.value })}
        />
      )}
      {example !== null && (
        <p className="dim small clip">
          <bdi>{example}</bdi>
        </p>
      )}
    </div>
  )
}
