import type { Fields as AllFields, Field as Described } from '@steward/contract/areas/field'
import { t } from '@steward/i18n/reader'
import type { ReactNode } from 'react'
import type { AnyRecord } from '../../api/answers/records.ts'
import { Time } from '../format/time.tsx'
import { FieldValue } from './field-value.tsx'
import { Field, Fields, IdField } from './record-fields.tsx'
import { useShows } from './use-shows.ts'

/** Kinds of fields that are shown as blocks below the others. */
const apart = ['note', 'picture', 'pictures', 'other', 'record']
/** Fields that are shown last or by other components. */
const common = ['createdAt', 'updatedAt', 'deletedAt', 'deletedBy']

/**
 * The fields of a record by kind.
 * @param props.first, props.only names, in order
 * @param props.isPart without timestamps and id
 * @param props.own replaces fields; null leaves one out
 */
export function FieldList(props: {
  fields: AllFields
  record: AnyRecord
  first?: readonly string[]
  only?: readonly string[]
  isPart?: boolean
  own?: Readonly<Record<string, ReactNode>>
  labels?: Readonly<Record<string, string>>
}) {
  const { fields, own = {}, first = [], labels = {} } = props
  const record = props.record as AnyRecord & Readonly<Record<string, unknown>>
  const shows = useShows(record)
  const names = Object.keys(fields).filter((name) => {
    const { kind, virtual } = fields[name] as Described
    if (first.includes(name) || common.includes(name) || virtual) return false
    return name in own ? own[name] !== null : kind !== 'currency' && !apart.includes(kind)
  })
  const shown = (name: string) => {
    const { kind } = fields[name] as Described
    const value = record[name]
    if (kind === 'time') return <Time at={value} whole />
    if (kind === 'day') return <Time at={value} kind="planned" day whole />
    return <FieldValue kind={kind} value={value} currency={record['currency']} />
  }
  return (
    <Fields>
      {(props.only ?? [...first, ...names])
        .filter((name) => !(name in fields) || shows(name))
        .map((name) => (
          <Field key={name} label={t(labels[name] ?? fields[name]?.label ?? name)}>
            {own[name] ?? shown(name)}
          </Field>
        ))}
      {!props.isPart && (
        <>
          <Field label={t('Created')}>
            <Time at={record['createdAt']} whole />
          </Field>
          <Field label={t('Updated')}>
            <Time at={record.updatedAt} whole />
          </Field>
          <IdField id={record._id} />
        </>
      )}
    </Fields>
  )
}
