import { Group } from '@mantine/core'
import '@mantine/core/styles/Group.css'
import { IconArrowRight } from '@tabler/icons-react'
import { useMemo } from 'react'
import { textOf } from '../../api/answers/read.ts'
import { Field, Fields } from '../../ui/record/record-fields.tsx'
import {
  changesOf,
  type EntryOfRecord,
  type FieldChange,
  type Member,
  membersChanged,
} from './changes.ts'
import classes from './difference.module.css'
import { TextDifference } from './text-difference.tsx'
import { AuditValue, Members } from './value.tsx'

const headings = {
  changed: 'What changed',
  created: 'What was created',
  deleted: 'What was deleted',
  told: 'Details',
} as const

/** Texts of up to so many characters are shown side by side. */
const shortText = 60

const texts: readonly string[] = ['line', 'note', 'email', 'currency']

/** The kinds of fields that are lists, of which only additions and removals are shown. */
const lists = ['pictures', 'permissions', 'questions', 'list']

/**
 * What an entry changed, field by field.
 * @param props.currency where the entry has none
 * @param props.among names the entry where several are open
 */
export function Difference(props: {
  entry: EntryOfRecord
  currency?: string | null | undefined
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
      {!props.among && <h3 className="mb-8">{headings[kind]}</h3>}
      <Fields>
        {fields.map((change) => (
          <Field key={change.name} label={change.field.label}>
            {kind === 'changed' ? (
              <BothSides change={change} currencies={currencies} />
            ) : (
              <AuditValue
                field={change.field}
                value={change.before ?? change.after}
                currency={currencies.before ?? currencies.after}
              />
            )}
          </Field>
        ))}
      </Fields>
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
  if (texts.includes(field.kind) && typeof before === 'string' && typeof after === 'string') {
    const isLong = [before, after].some((text) => text.length > shortText || text.includes('\n'))
    if (isLong) return <TextDifference before={before} after={after} />
  }
  return (
    <Group gap="4px 8px">
      <div className="shrinks dim">
        <span className="unseen">was </span>
        {was}
      </div>
      <IconArrowRight size="0.875rem" aria-hidden className="shrinks dim" />
      <div className="shrinks medium">
        <span className="unseen">, now </span>
        {now}
      </div>
    </Group>
  )
}

function ListDifference({ change: { field, before, after } }: { change: FieldChange }) {
  const { added, removed } = membersChanged(field, before, after)
  if (removed.length + added.length === 0) return <p className="shrinks dim">Reordered</p>
  return (
    <>
      <Side title="Added" tone="good" members={added} />
      <Side title="Removed" tone="bad" members={removed} />
    </>
  )
}

function Side(props: { title: string; tone: string; members: readonly Member[] }) {
  const { title, tone, members } = props
  if (members.length === 0) return null
  return (
    <div className={classes.side} data-tone={tone}>
      <p>
        {title} ({members.length})
      </p>
      <Members members={members} />
    </div>
  )
}
