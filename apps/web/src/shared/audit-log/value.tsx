import { t } from '@steward/i18n/reader'
import { timeOf } from '../../api/answers/read.ts'
import { Money } from '../../ui/format/money.tsx'
import { Count, NoValue, Text } from '../../ui/format/text.tsx'
import { Time } from '../../ui/format/time.tsx'
import { absoluteText, shortText } from '../../ui/format/time-text.ts'
import { Picture } from '../../ui/image/picture.tsx'
import { FieldValue } from '../../ui/record/field-value.tsx'
import { StatusBadge } from '../../ui/record/status-badge.tsx'
import { PermittedText } from '../permissions/condition-text.tsx'
import { type Member, membersOf } from './changes.ts'
import type { AuditField } from './fields.ts'
import { erasedWord } from './words.ts'

/** The value of an audited field; `currency` is that of an amount, if known. */
export function AuditValue(props: {
  field: AuditField
  // biome-ignore lint/suspicious/noExplicitAny: a value is of its field's kind
  value: any
  currency: string | null | undefined
}) {
  const { field, value, currency } = props
  switch (field.kind) {
    case 'time':
      return <Moment at={value} />
    case 'day':
      return <Time at={value} day />
    case 'status':
      return <StatusBadge status={field.words ? field.words(value) : value} />
    case 'words':
      return <Text value={field.words?.(value)} />
    case 'reference':
      return <Text value={value?.name ?? value} />
    case 'money':
      if (!currency && value !== null) return <Minor amount={value} />
      return <Money amount={value} currency={currency} />
    case 'picture':
      return <Thumb image={value} words={t('a picture')} />
    case 'pictures':
    case 'permissions':
    case 'conditions':
    case 'fieldRules':
    case 'questions':
    case 'list':
      return <Members members={membersOf(field, value)} />
    case 'json':
      return value === null ? <NoValue /> : <code>{JSON.stringify(value)}</code>
    default:
      return <FieldValue kind={field.kind} value={value} currency={currency} />
  }
}

/** What is shown in place of a value that was erased. */
export const Erased = () => <em className="dim">{erasedWord()}</em>

/** An absolute time, so that the values before and after can be compared. */
function Moment({ at }: { at: unknown }) {
  const time = timeOf(at)
  if (time === null) return <NoValue />
  return (
    <time dateTime={new Date(time).toISOString()} title={absoluteText(time)}>
      {shortText(time)}
    </time>
  )
}

/** An amount in minor units: without a currency its number of decimals is unknown. */
const Minor = ({ amount }: { amount: number }) => (
  <span>
    <Count value={amount} /> <span className="shrinks dim">{t('in minor units')}</span>
  </span>
)

function Thumb({ image, words }: { image: string | null; words: string }) {
  if (!image) return <NoValue />
  return (
    <span className="inline-row">
      <Picture shape="thing" src={image} name={null} size={56} />
      <span className="unseen">{words}</span>
    </span>
  )
}

function MemberText({ member: { text, image, condition } }: { member: Member }) {
  if (image) return <Thumb image={image} words={text} />
  return condition ? <PermittedText condition={condition} /> : <Text value={text} />
}

export function Members({ members }: { members: readonly Member[] }) {
  if (members.length === 0) return <NoValue />
  const pictured = members.some(({ image }) => image)
  return (
    <ul
      className={pictured ? 'flex wrap gap-8' : 'grid gap-2'}
      data-pictures={pictured || undefined}
    >
      {members.map((member, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the same may stand there twice, and never moves
        <li key={at}>
          <MemberText member={member} />
        </li>
      ))}
    </ul>
  )
}
