import type { Field, Fields } from '@steward/contract/areas/field'
import { t } from '@steward/i18n/reader'
import { instantOf, localDay, localTime, midnightOf } from '../format/local-time.ts'
import { inSentence } from '../format/phrases.ts'
import { dataUrlBlob, isNewPicture } from '../image/picture-file.ts'
import { statusWord } from '../record/status-badge.tsx'
import type { AnyField, FormFields, FormValues } from './form-fields.ts'
import { isSamePerson, personInWords, readPerson, sentPerson } from './named-person.ts'
import { tooLong } from './text-limits.ts'

type Own<V extends FormValues, R, S extends { [K in keyof V]?: unknown }> = {
  readonly [K in keyof V]: Partial<FormFields<V, R, S>[K]> & {
    /** The value that is chosen in a new record. */
    first?: string
  }
}

/** The form fields of a record by their kinds; `own` overrides them and gives their order. */
export const formOf = <V extends FormValues, R, S extends { [K in keyof V]?: unknown }>(
  fields: Fields,
  own: Own<V, R, S>,
): FormFields<V, R, S> =>
  Object.fromEntries(
    Object.entries(own).map(([name, { first, ...part }]) => [
      name,
      { ...ofKind(name, fields[name], first), ...part },
    ]),
  ) as FormFields<V, R, S>

function ofKind(name: string, field: Field | undefined, first = ''): AnyField {
  if (!field) return {}
  const { kind, label, editable } = field
  const isRequired = editable === 'required'
  const common = { label, ...(isRequired && { always: true }) }
  const of = (record: object | null) => record?.[name as never]
  switch (kind) {
    case 'line':
      return { ...common, check: (value) => lineError(value, isRequired ? label : null) }
    case 'note':
      return { ...common, check: (value) => tooLong(value, 'text') }
    case 'status':
    case 'choice':
      return {
        ...common,
        read: (record) => (record ? (of(record) ?? '') : first),
        toRequest: (value) => value || undefined,
        inWords: (value) => statusWord(value),
      }
    case 'namedPerson':
      return {
        ...common,
        read: (record) => readPerson(of(record)),
        equal: isSamePerson,
        toRequest: sentPerson,
        inWords: personInWords,
      }
    case 'time':
      return { ...common, read: (record) => localTime(of(record)), toRequest: instantOf }
    case 'day':
      return { ...common, read: (record) => localDay(of(record)), toRequest: midnightOf }
    case 'picture':
      return {
        ...common,
        // A URL, a `data:` URL for a new picture, or empty for none.
        toRequest: (image) =>
          isNewPicture(image) ? dataUrlBlob(image) : image === '' ? null : undefined,
        inWords: (image) => {
          // i18n: no picture
          if (image === '') return t('none', {}, 'a picture')
          return isNewPicture(image) ? t('a new picture') : t('another picture')
        },
      }
    default:
      return common
  }
}

/** The error of a one-line text; `required` is its label, null if it may be empty. */
function lineError(value: string, required: string | null): string | undefined {
  if (required === null || value.trim() !== '') return tooLong(value, 'line')
  const field = inSentence(required)
  // i18n: {field} is the label of an empty field, such as “e-mail”
  if (/^[aeiou]/.test(field)) return t('Enter an {field}', { field })
  // i18n: {field} is the label of an empty field, such as “title”
  return t('Enter a {field}', { field })
}
