import type { Fields as AllFields, Field as Described } from '@steward/contract/areas/field'
import type { ReactNode } from 'react'
import { referenceOf } from '../../api/read.ts'
import { Money } from '../format/money.tsx'
import { Count, Text } from '../format/text.tsx'
import { Time } from '../format/time.tsx'
import { PersonLink } from './person-link.tsx'
import { Field, Fields, IdField } from './record-fields.tsx'
import { StatusBadge } from './status-badge.tsx'

type Values = Readonly<Record<string, unknown>>

/** Has a part of the record to itself. */
const apart = ['note', 'picture', 'pictures', 'other', 'record']
/** Comes last, or is shown elsewhere. */
const common = ['createdAt', 'updatedAt', 'deletedAt', 'deletedBy']

/**
 * The fields of a record, one below the other, each as its kind is written; last when it was created and changed, and
 * its id.
 * @param props.first names of the fields that come first, in this order
 * @param props.own what is shown for a field in place of that; null to leave it out
 * @param props.labels words for fields that are shown with others
 */
export function FieldList(props: {
  fields: AllFields
  record: object
  first?: readonly string[]
  own?: Readonly<Record<string, ReactNode>>
  labels?: Readonly<Record<string, string>>
}) {
  const { fields, own = {}, first = [], labels = {} } = props
  const record = props.record as Values
  const names = Object.keys(fields).filter((name) => {
    const { kind, virtual } = fields[name] as Described
    if (first.includes(name) || common.includes(name) || virtual) return false
    return name in own ? own[name] !== null : kind !== 'currency' && !apart.includes(kind)
  })
  return (
    <Fields>
      {[...first, ...names].map((name) => (
        <Field key={name} label={labels[name] ?? fields[name]?.label ?? name}>
          {own[name] ?? valueFor(name, fields[name] as Described, record)}
        </Field>
      ))}
      <Field label="Created">
        <Time at={record['createdAt']} whole />
      </Field>
      <Field label="Updated">
        <Time at={record['updatedAt']} whole />
      </Field>
      <IdField id={record['_id']} />
    </Fields>
  )
}

function valueFor(name: string, { kind }: Described, record: Values): ReactNode {
  const value = record[name]
  switch (kind) {
    case 'money':
      return <Money amount={value} currency={record['currency']} />
    case 'status':
    case 'choice':
      return <StatusBadge status={value} />
    case 'person':
    case 'namedPerson':
      return <PersonLink person={value} />
    case 'reference':
      return <Text value={referenceOf(value)?.name} />
    case 'count':
      return <Count value={value} />
    case 'flag':
      return <Text value={value === true ? 'Yes' : value === false ? 'No' : null} />
    case 'time':
      return <Time at={value} whole />
    case 'day':
      return <Time at={value} kind="planned" day whole />
    default:
      return <Text value={value} />
  }
}
