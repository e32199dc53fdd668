import type { FieldKind } from '@steward/contract/areas/field'
import { t } from '@steward/i18n/reader'
import { Money } from '../format/money.tsx'
import { Count, Text } from '../format/text.tsx'
import { PersonLink } from './person-link.tsx'
import { StatusBadge } from './status-badge.tsx'

/** The value of a field by its kind; times and pictures are drawn by the callers. */
export function FieldValue(props: {
  kind: FieldKind
  // biome-ignore lint/suspicious/noExplicitAny: a value is of its field's kind
  value: any
  currency: unknown
}) {
  const { value } = props
  switch (props.kind) {
    case 'money':
      return <Money amount={value} currency={props.currency} />
    case 'status':
    case 'choice':
      return <StatusBadge status={value} />
    case 'person':
    case 'namedPerson':
      return <PersonLink person={value} />
    case 'reference':
      return <Text value={value?.name} />
    case 'count':
      return <Count value={value} />
    case 'flag':
      return <Text value={value === true ? t('Yes') : value === false ? t('No') : null} />
    default:
      return <Text value={value} />
  }
}
