import { Button, Checkbox, Group, NativeSelect, Textarea, TextInput } from '@mantine/core'
import { msg, t } from '@steward/i18n/reader'
import '@mantine/core/styles/Group.css'
import '@mantine/core/styles/InlineInput.css'
import '@mantine/core/styles/Checkbox.css'
import type { ImportPreview } from '@steward/contract/imports/imports'
import type { ChangeEvent } from 'react'
import { rich } from '../../ui/format/rich.tsx'
import { FieldGrid } from '../../ui/page/record-page.tsx'
import type { ImportValues } from './import-values.ts'

const choicesOf = (labels: Readonly<Record<string, string>>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label: t(label) }))

const decimals = {
  '': msg('Detected'),
  '.': msg('Point: 1,234.50'),
  ',': msg('Comma: 1.234,50'),
}

const delimiters = {
  '': msg('Detected'),
  ',': msg('Comma ,'),
  ';': msg('Semicolon ;'),
  '\t': msg('Tab', 'the character'),
  '|': msg('Pipe |'),
}

const encodings = {
  '': msg('Detected'),
  'utf-8': 'UTF-8',
  'windows-1252': msg('Western (Windows-1252, Latin-1)'),
  'iso-8859-15': msg('Western with € (ISO 8859-15)'),
  'windows-1250': msg('Central European (Windows-1250)'),
  'windows-1251': msg('Cyrillic (Windows-1251)'),
  'windows-1254': msg('Turkish (Windows-1254)'),
  'windows-1255': msg('Hebrew (Windows-1255)'),
  'windows-1256': msg('Arabic (Windows-1256)'),
  shift_jis: msg('Japanese (Shift JIS)'),
  gb18030: msg('Chinese (GB 18030)'),
  // i18n-ignore: a name
  macintosh: 'Macintosh',
  'utf-16le': 'UTF-16',
}

// i18n-ignore: names of time zones
const zones = [{ value: '', label: 'UTC' }, ...Intl.supportedValuesOf('timeZone')]

/** Resets the fields, since changing how the file is read changes its columns. */
const unmapped = { fields: null, ids: [] }

interface Props {
  values: ImportValues
  preview: ImportPreview | undefined
  /** Whether the records have amounts of money. */
  money: boolean
  errors: Readonly<Record<string, string>>
  onChange: (change: Partial<ImportValues>) => void
}

export function ReadingOptions(props: Props) {
  const { values, onChange } = props
  type Name = 'dateFormats' | 'timeZone' | 'currency' | 'decimal' | 'delimiter' | 'encoding'
  const field = (name: Name, also: Partial<ImportValues> = {}) => ({
    value: values[name],
    error: props.errors[name],
    onChange: (event: ChangeEvent<HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement>) =>
      onChange({ [name]: event.currentTarget.value, ...also }),
  })
  const check = (name: 'unescape' | 'entities') => ({
    checked: values[name],
    onChange: (event: ChangeEvent<HTMLInputElement>) =>
      onChange({ [name]: event.currentTarget.checked }),
  })
  return (
    <FieldGrid>
      <Textarea
        label={t('Date formats')}
        description={t(
          'Only for dates that are neither ISO 8601 nor like 13/4/2026, one format per line: MMM-YY, D.M.YYYY HH:mm, YYYY',
        )}
        rows={2}
        spellCheck={false}
        {...field('dateFormats')}
      />
      <NativeSelect
        label={t('Time zone')}
        description={t('For times without a time zone')}
        data={zones}
        {...field('timeZone')}
      />
      {props.money && (
        <>
          <TextInput
            label={t('Currency')}
            description={t('For amounts without a currency, such as EUR')}
            autoComplete="off"
            {...field('currency')}
          />
          <NativeSelect
            label={t('Decimal separator')}
            description={t('For ambiguous amounts such as 1.500')}
            data={choicesOf(decimals)}
            {...field('decimal')}
          />
        </>
      )}
      <NativeSelect
        label={t('Delimiter')}
        data={choicesOf(delimiters)}
        {...field('delimiter', unmapped)}
      />
      <NativeSelect
        label={t('Encoding')}
        data={choicesOf(encodings)}
        {...field('encoding', unmapped)}
      />
      <div data-whole className="stack gap-10">
        <Checkbox
          label={t('Decode escapes such as \\u00e9 and \\" in texts')}
          {...check('unescape')}
        />
        <Checkbox label={t('Decode HTML entities such as &amp; in texts')} {...check('entities')} />
      </div>
      <UniqueColumns {...props} />
    </FieldGrid>
  )
}

/** Chooses the columns that identify a row; an id is unique within its source. */
function UniqueColumns(props: Omit<Props, 'money' | 'errors'>) {
  const { preview, onChange } = props
  const { ids, source } = props.values
  const columns = preview?.columns ?? []
  return (
    <div data-whole className="stack gap-16">
      <Checkbox.Group
        label={t('Unique column')}
        description={t(
          'Rows that were already imported are skipped. Choose the columns that identify a row. If you choose none, the whole row is compared.',
        )}
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
        <div className="stack gap-8" style={{ maxWidth: '30rem' }}>
          <TextInput
            label={t('Source')}
            description={t(
              'Where the file comes from. The same id in two sources is two records; files of one source have one name here.',
            )}
            value={source}
            placeholder={preview?.source ?? ''}
            maxLength={100}
            autoComplete="off"
            onChange={(event) => onChange({ source: event.currentTarget.value })}
          />
          {preview?.checked.elsewhere.map((other) => (
            <Group key={other.source} gap="4px 12px" role="status">
              <span>
                {rich(
                  '{count, plural, one {# id in these rows is} other {# ids in these rows are}} known from “{other}”, but not from “{source}”.',
                  {
                    count: other.rows,
                    other: <bdi>{other.source}</bdi>,
                    source: <bdi>{preview.source}</bdi>,
                  },
                )}
              </span>
              <Button size="compact-sm" onClick={() => onChange({ source: other.source })}>
                {t('It is “{source}”', { source: other.source })}
              </Button>
            </Group>
          ))}
        </div>
      )}
    </div>
  )
}
