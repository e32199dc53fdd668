import { Checkbox } from '@mantine/core'
import '@mantine/core/styles/InlineInput.css'
import '@mantine/core/styles/Checkbox.css'
import type { ImportPreview } from '@steward/contract/imports'
import { counted } from '../../ui/format/locale.ts'
import type { ImportValues } from './import-values.ts'
import classes from './imports.module.css'

type Survey = ImportPreview['survey']
type Way = keyof Survey['encoded']

const ways = {
  entities: {
    hold: 'HTML entities such as &amp; or &eacute;',
    act: 'Decode HTML entities',
  },
  unescape: {
    hold: 'escapes such as \\u00e9 or \\"',
    act: 'Decode escapes',
  },
} as const satisfies Record<Way, { hold: string; act: string }>

/**
 * Texts of the first rows that are encoded, before and after, and the switch that has them decoded;
 * nothing where there are none.
 */
export function EncodedTexts(props: {
  survey: Survey | undefined
  values: Pick<ImportValues, Way>
  disabled: boolean
  onChange: (change: Partial<Pick<ImportValues, Way>>) => void
}) {
  const { survey, values, onChange } = props
  if (!survey) return null
  return (['entities', 'unescape'] as const).map((way) => {
    const { texts, examples } = survey.encoded[way]
    if (texts === 0) return null
    const { hold, act } = ways[way]
    return (
      <div key={way} className={classes.encoded}>
        <p role="status">
          {counted(texts, 'text', 'texts')} in the first {counted(survey.rows, 'row', 'rows')}{' '}
          {texts === 1 ? 'holds' : 'hold'} {hold}.
        </p>
        <Checkbox
          label={act}
          checked={values[way]}
          disabled={props.disabled}
          onChange={(event) => onChange({ [way]: event.currentTarget.checked })}
        />
        <table>
          <caption>{values[way] ? 'They become' : 'They would become'}</caption>
          <thead>
            <tr>
              <th scope="col">Column</th>
              <th scope="col">In the file</th>
              <th scope="col">{values[way] ? 'Imported' : 'Decoded'}</th>
            </tr>
          </thead>
          <tbody>
            {examples.map(({ column, before, after }) => (
              <tr key={`${column} ${before}`}>
                <th scope="row">
                  <bdi>{column}</bdi>
                </th>
                <td dir="auto">{before}</td>
                <td dir="auto">{after}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    )
  })
}
