import { Checkbox, NativeSelect, Textarea, TextInput } from '@mantine/core'
import '@mantine/core/styles/InlineInput.css'
import '@mantine/core/styles/Checkbox.css'
import type { ReactNode } from 'react'
import { FieldGrid } from '../../ui/page/record-page.tsx'
import type { ImportValues } from './import-values.ts'
import classes from './imports.module.css'

const delimiters = [
  { value: '', label: 'Detected' },
  { value: ',', label: 'Comma ,' },
  { value: ';', label: 'Semicolon ;' },
  { value: '\t', label: 'Tab' },
  { value: '|', label: 'Pipe |' },
]

const encodings = [
  { value: '', label: 'Detected' },
  { value: 'utf-8', label: 'UTF-8' },
  { value: 'windows-1252', label: 'Western (Windows-1252, Latin-1)' },
  { value: 'iso-8859-15', label: 'Western with € (ISO 8859-15)' },
  { value: 'windows-1250', label: 'Central European (Windows-1250)' },
  { value: 'windows-1251', label: 'Cyrillic (Windows-1251)' },
  { value: 'windows-1254', label: 'Turkish (Windows-1254)' },
  { value: 'windows-1255', label: 'Hebrew (Windows-1255)' },
  { value: 'windows-1256', label: 'Arabic (Windows-1256)' },
  { value: 'shift_jis', label: 'Japanese (Shift JIS)' },
  { value: 'gb18030', label: 'Chinese (GB 18030)' },
  { value: 'macintosh', label: 'Macintosh' },
  { value: 'utf-16le', label: 'UTF-16' },
]

const zones = [
  { value: '', label: 'UTC' },
  ...Intl.supportedValuesOf('timeZone').map((zone) => ({ value: zone, label: zone })),
]

/**
 * How the file is read: dates, amounts, and what the file itself is like.
 * @param props.money whether the area has amounts
 * @param props.errors what the server said about a field, by its name
 */
export function ReadingOptions(props: {
  values: ImportValues
  money: boolean
  errors: Readonly<Record<string, string>>
  onChange: (change: Partial<ImportValues>) => void
  children: ReactNode
}) {
  const { values, errors, onChange } = props
  return (
    <FieldGrid>
      <Textarea
        label="Date formats"
        description="Only for dates that are neither ISO 8601 nor like 13/4/2026, one format per line: MMM-YY, D.M.YYYY HH:mm, YYYY"
        rows={2}
        value={values.dateFormats}
        error={errors['dateFormats']}
        spellCheck={false}
        onChange={(event) => onChange({ dateFormats: event.currentTarget.value })}
      />
      <NativeSelect
        label="Time zone"
        description="For times without a time zone"
        data={zones}
        value={values.timeZone}
        error={errors['timeZone']}
        onChange={(event) => onChange({ timeZone: event.currentTarget.value })}
      />
      {props.money && (
        <>
          <TextInput
            label="Currency"
            description="For amounts without a currency, such as EUR"
            value={values.currency}
            error={errors['currency']}
            autoComplete="off"
            onChange={(event) => onChange({ currency: event.currentTarget.value })}
          />
          <NativeSelect
            label="Decimal separator"
            description="For ambiguous amounts such as 1.500"
            data={[
              { value: '', label: 'Detected' },
              { value: '.', label: 'Point: 1,234.50' },
              { value: ',', label: 'Comma: 1.234,50' },
            ]}
            value={values.decimal}
            error={errors['decimal']}
            onChange={(event) =>
              onChange({ decimal: event.currentTarget.value as ImportValues['decimal'] })
            }
          />
        </>
      )}
      <NativeSelect
        label="Delimiter"
        data={delimiters}
        value={values.delimiter}
        error={errors['delimiter']}
        onChange={(event) =>
          onChange({ delimiter: event.currentTarget.value, fields: null, ids: [] })
        }
      />
      <NativeSelect
        label="Encoding"
        data={encodings}
        value={values.encoding}
        error={errors['encoding']}
        onChange={(event) =>
          onChange({ encoding: event.currentTarget.value, fields: null, ids: [] })
        }
      />
      <div data-whole className={classes.checks}>
        <Checkbox
          label={'Decode escapes such as \\u00e9 and \\" in texts'}
          checked={values.unescape}
          onChange={(event) => onChange({ unescape: event.currentTarget.checked })}
        />
        <Checkbox
          label="Decode HTML entities such as &amp;amp; in texts"
          checked={values.entities}
          onChange={(event) => onChange({ entities: event.currentTarget.checked })}
        />
      </div>
      {props.children}
    </FieldGrid>
  )
}
