import type { AuditEntry } from '@steward/contract/system/audit-log'
import { IconArrowRight } from '@tabler/icons-react'
import { type ReactNode, useMemo } from 'react'
import { type DeepPartial, textOf } from '../../api/read.ts'
import { Text } from '../../ui/format/text.tsx'
import { changesOf, type FieldChange, type Member, membersChanged } from './changes.ts'
import classes from './difference.module.css'
import { TextDifference } from './text-difference.tsx'
import { AuditValue, Thumb } from './value.tsx'

const headings = {
  changed: 'What changed',
  created: 'What was created',
  deleted: 'What was deleted',
  told: 'Details',
} as const

/** Texts of one line up to this length stand beside each other. */
const shortText = 60

/** Kinds of which only what came and what went is told. */
const lists = ['pictures', 'permissions', 'questions', 'list']

/**
 * What an entry of the audit log changed, field by field: before and after, both in words. Of a
 * creation or deletion, what is filled in. Nothing where no field tells.
 * @param props.currency of what its amounts are, where the entry itself doesn't say
 * @param props.heading stands above it unless false
 * @param props.among names the entry where several stand open beside each other
 */
export function Difference(props: {
  entry: DeepPartial<AuditEntry>
  currency?: string | null | undefined
  heading?: ReactNode
  among?: string
}) {
  const { entry } = props
  const changes = useMemo(() => changesOf(entry), [entry])
  if (!changes) return null
  const { kind, fields } = changes
  const currencies = {
    before: textOf(entry.before?.['currency']) ?? props.currency ?? null,
    after: textOf(entry.after?.['currency']) ?? props.currency ?? null,
  }
  return (
    <section
      className={classes.difference}
      aria-label={props.among ? `${headings[kind]} in entry ${props.among}` : headings[kind]}
    >
      {props.heading !== false && <h3>{headings[kind]}</h3>}
      <dl className={classes.fields}>
        {fields.map((change) => (
          <div key={change.name} className={classes.field}>
            <dt>{change.field.label}</dt>
            <dd>
              {kind === 'changed' ? (
                <BothSides change={change} currencies={currencies} />
              ) : (
                <AuditValue
                  field={change.field}
                  value={change.before ?? change.after}
                  currency={currencies.before ?? currencies.after}
                />
              )}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

interface Sides {
  change: FieldChange
  currencies: { before: string | null; after: string | null }
}

function BothSides({ change, currencies }: Sides) {
  const { field, before, after } = change
  if (lists.includes(field.kind)) return <ListDifference change={change} />
  const was = <AuditValue field={field} value={before} currency={currencies.before} />
  const now = <AuditValue field={field} value={after} currency={currencies.after} />
  if (field.kind === 'text' && typeof before === 'string' && typeof after === 'string') {
    const isLong = [before, after].some((text) => text.length > shortText || text.includes('\n'))
    if (isLong) return <TextDifference before={before} after={after} />
  }
  return <WasNow was={was} now={now} />
}

/** A value before and after: an arrow for the eye, words for who listens. */
function WasNow({ was, now }: { was: ReactNode; now: ReactNode }) {
  return (
    <div className={classes.sides}>
      <div className={classes.was}>
        <span className={classes.unseen}>was </span>
        {was}
      </div>
      <IconArrowRight size="0.875rem" aria-hidden className={classes.arrow} />
      <div className={classes.now}>
        <span className={classes.unseen}>, now </span>
        {now}
      </div>
    </div>
  )
}

function ListDifference({ change }: { change: FieldChange }) {
  const { field, before, after } = change
  const { removed, added } = membersChanged(field, before, after)
  if (removed.length + added.length === 0) return <p className={classes.dim}>Reordered</p>
  return (
    <>
      <Side title="Added" kind="added" members={added} />
      <Side title="Removed" kind="removed" members={removed} />
    </>
  )
}

function Side(props: { title: string; kind: 'added' | 'removed'; members: readonly Member[] }) {
  const { title, kind, members } = props
  if (members.length === 0) return null
  return (
    <div className={`${classes.side} ${classes[kind]}`}>
      <p>
        {title} ({members.length})
      </p>
      <ul
        className={classes.members}
        data-pictures={members.some(({ image }) => image) || undefined}
      >
        {members.map(({ text, image }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the same may stand there twice, and never moves
          <li key={at}>{image ? <Thumb image={image} words={text} /> : <Text value={text} />}</li>
        ))}
      </ul>
    </div>
  )
}
