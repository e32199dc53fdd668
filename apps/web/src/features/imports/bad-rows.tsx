import { Button, Group, TextInput } from '@mantine/core'
import { t } from '@steward/i18n/reader'
import '@mantine/core/styles/Group.css'
import { maxCorrections } from '@steward/contract/imports/imports.routes'
import { IconCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { FieldGrid, PageSection } from '../../ui/page/record-page.tsx'
import type { CorrectedRow } from './import-values.ts'
import type { ShownRow } from './shown-rows.ts'

type Corrected = Readonly<Record<string, CorrectedRow>>

const maxAtFirst = 10

export function BadRows(props: {
  rows: readonly ShownRow[]
  corrected: Corrected
  disabled: boolean
  onChange: (corrected: Corrected) => void
}) {
  const { rows, corrected, onChange } = props
  const [all, setAll] = useState(false)
  if (rows.length === 0) return null
  const full = Object.keys(corrected).length >= maxCorrections
  const without = (line: number) =>
    Object.fromEntries(Object.entries(corrected).filter(([key]) => key !== String(line)))
  return (
    <PageSection title={t('Rows to correct')}>
      <p className="dim small">
        {t(
          'Correct a row here and it is checked again. The file itself isn’t changed. Rows that you leave as they are won’t be imported.',
        )}{' '}
        {full &&
          t('{count} rows are corrected, which is the maximum. Correct the others in the file.', {
            count: maxCorrections,
          })}
      </p>
      <ul className="grid gap-12 mt-12">
        {rows.slice(0, all ? rows.length : maxAtFirst).map((row) => (
          <BadRow
            key={row.line}
            row={row}
            disabled={props.disabled || (full && !row.corrected)}
            onCell={(column, text) => {
              const cells = { ...corrected[row.line]?.cells, [column]: text }
              onChange({ ...corrected, [row.line]: { was: row.was, cells } })
            }}
            onReset={() => onChange(without(row.line))}
          />
        ))}
      </ul>
      {!all && rows.length > maxAtFirst && (
        <Button mt={16} onClick={() => setAll(true)}>
          {t('Show {count, plural, one {# more row} other {# more rows}}', {
            count: rows.length - maxAtFirst,
          })}
        </Button>
      )}
    </PageSection>
  )
}

function BadRow(props: {
  row: ShownRow
  disabled: boolean
  onCell: (column: string, text: string) => void
  onReset: () => void
}) {
  const { row } = props
  const columns = Object.keys(row.was)
  // Corrected cells are among the first ones, so that they stay in sight.
  const isFirst = (column: string) => column in row.errors || row.cells[column] !== row.was[column]
  const first = columns.filter(isFirst)
  const rest = columns.filter((column) => !isFirst(column))
  const title = t('Line {line}', { line: row.line })
  const isGood = Object.keys(row.errors).length + row.others.length === 0
  const cell = (column: string) => (
    <TextInput
      key={column}
      label={<bdi>{column}</bdi>}
      value={row.cells[column] ?? ''}
      error={row.errors[column]}
      disabled={props.disabled}
      dir="auto"
      maxLength={2000}
      autoComplete="off"
      onChange={(event) => props.onCell(column, event.currentTarget.value)}
    />
  )
  return (
    <li className="framed" style={{ padding: '12px 16px' }}>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset can't be laid out like this */}
      <div role="group" aria-label={title}>
        <Group gap={12} mb={6} mih="1.75rem" wrap="nowrap">
          <h3>{title}</h3>
          <span role="status" className="inline-row gap-6">
            {isGood && (
              <>
                <IconCheck size="0.875rem" aria-hidden /> {t('Corrected')}
              </>
            )}
          </span>
          {row.corrected && (
            <Button
              variant="subtle"
              size="compact-sm"
              disabled={props.disabled}
              onClick={props.onReset}
            >
              {t('Reset')}
            </Button>
          )}
        </Group>
        {row.others.map((words) => (
          <p key={words} className="error-text hide-empty">
            <bdi>{words}</bdi>
          </p>
        ))}
        <FieldGrid>{first.map(cell)}</FieldGrid>
        {columns.length === 0 && (
          <p className="dim small">{t('This row can only be corrected in the file.')}</p>
        )}
        {rest.length > 0 && (
          <details open={first.length === 0} className="mt-12">
            <summary className="mb-8">
              {t('{count, plural, one {# other cell} other {# other cells}}', {
                count: rest.length,
              })}
            </summary>
            <FieldGrid>{rest.map(cell)}</FieldGrid>
          </details>
        )}
      </div>
    </li>
  )
}
