import { textOf, timeOf } from '../../api/read.ts'
import { Money } from '../../ui/format/money.tsx'
import { Count, NoValue, Text } from '../../ui/format/text.tsx'
import { Time } from '../../ui/format/time.tsx'
import { absoluteText, shortText } from '../../ui/format/time-text.ts'
import { Picture } from '../../ui/image/picture.tsx'
import { PersonLink } from '../../ui/record/person-link.tsx'
import { StatusBadge } from '../../ui/record/status-badge.tsx'
import { membersOf } from './changes.ts'
import classes from './difference.module.css'
import type { AuditField } from './fields.ts'

/**
 * One value of a field.
 * @param props.currency of what an amount is, where that is known
 */
export function AuditValue(props: {
  field: AuditField
  value: unknown
  currency: string | null | undefined
}) {
  const { field, value } = props
  switch (field.kind) {
    case 'time':
      return <Moment at={value} />
    case 'day':
      return <Time at={value} day />
    case 'number':
      return <Count value={value} />
    case 'flag':
      return <Text value={value === true ? 'Yes' : value === false ? 'No' : null} />
    case 'state':
      return <StatusBadge status={field.words ? field.words(value) : value} />
    case 'words':
      return <Text value={field.words?.(value)} />
    case 'person':
      return <PersonLink person={value} />
    case 'reference':
      return <Text value={(value as { name?: unknown } | null)?.name ?? value} />
    case 'money':
      return <Amount amount={value} currency={props.currency} />
    case 'picture':
      return <Thumb image={value} words="a picture" />
    case 'pictures':
    case 'permissions':
    case 'questions':
    case 'list':
      return <Members field={field} value={value} />
    case 'json':
      return value === null ? <NoValue /> : <code>{JSON.stringify(value)}</code>
    default:
      return <Text value={value} />
  }
}

/** A date and time; as both sides are read against each other, not how far away they are. */
function Moment({ at }: { at: unknown }) {
  const time = timeOf(at)
  if (time === null) return <NoValue />
  return (
    <time dateTime={new Date(time).toISOString()} title={absoluteText(time)}>
      {shortText(time)}
    </time>
  )
}

/** An amount; where nobody knows of what, it says that it is no amount in main units. */
function Amount({ amount, currency }: { amount: unknown; currency: string | null | undefined }) {
  if (currency || textOf(amount) === null) return <Money amount={amount} currency={currency} />
  return (
    <span>
      <Count value={amount} /> <span className={classes.dim}>in minor units</span>
    </span>
  )
}

/** A picture as a thumbnail, with words for who can't see it. */
export function Thumb({ image, words }: { image: unknown; words: string }) {
  const src = textOf(image)
  if (src === null) return <NoValue />
  return (
    <span className={classes.thumb}>
      <Picture shape="thing" src={src} name={null} size={56} />
      <span className={classes.unseen}>{words}</span>
    </span>
  )
}

function Members({ field, value }: { field: AuditField; value: unknown }) {
  const members = membersOf(field, value)
  if (members.length === 0) return <NoValue />
  return (
    <ul className={classes.members} data-pictures={field.kind === 'pictures' || undefined}>
      {members.map(({ text, image }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the same may stand there twice, and never moves
        <li key={at}>{image ? <Thumb image={image} words={text} /> : <Text value={text} />}</li>
      ))}
    </ul>
  )
}
