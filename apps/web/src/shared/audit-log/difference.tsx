import { Group } from '@mantine/core'
import { type Message, msg, t } from '@steward/i18n/reader'
import { rich } from '../../ui/format/rich.tsx'
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
import { AuditValue, Erased, Members } from './value.tsx'

/** The heading of each kind, and with the id of the entry, where several are open. */
const headings = {
  changed: [msg('What changed'), msg('What changed in entry {id}')],
  created: [msg('What was created'), msg('What was created in entry {id}')],
  deleted: [msg('What was deleted'), msg('What was deleted in entry {id}')],
  told: [msg('Details'), msg('Details in entry {id}')],
} as const

/** Texts of up to so many characters are shown side by side. */
const shortText = 60

const texts: readonly string[] = ['line', 'note', 'email', 'currency']

/** The kinds of fields that are lists, of which only additions and removals are shown. */
const lists = ['pictures', 'permissions', 'conditions', 'fieldRules', 'questions', 'list']

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
  const [heading, headingAmong] = headings[kind]
  return (
    <section
      className={classes.difference}
      aria-label={props.among ? t(headingAmong, { id: props.among }) : t(heading)}
    >
      {!props.among && <h3 className="mb-8">{t(heading)}</h3>}
      <Fields>
        {fields.map((change) => (
          <Field key={change.name} label={change.field.label}>
            {kind === 'changed' ? (
              <BothSides change={change} currencies={currencies} />
            ) : change.erased.before || change.erased.after ? (
              <Erased />
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
  const { field, before, after, erased } = change
  const isWhole = !erased.before && !erased.after
  if (isWhole && lists.includes(field.kind)) return <ListDifference change={change} />
  const was = erased.before ? (
    <Erased />
  ) : (
    <AuditValue field={field} value={before} currency={currencies.before} />
  )
  const now = erased.after ? (
    <Erased />
  ) : (
    <AuditValue field={field} value={after} currency={currencies.after} />
  )
  if (texts.includes(field.kind) && typeof before === 'string' && typeof after === 'string') {
    const isLong = [before, after].some((text) => text.length > shortText || text.includes('\n'))
    if (isLong) return <TextDifference before={before} after={after} />
  }
  return (
    <Group gap="4px 8px">
      {/* i18n: a value before and after a change; screen readers read the words in <unseen> */}
      {rich(
        '<before><unseen>was </unseen>{was}</before><after><unseen>, now </unseen>{now}</after>',
        {
          was,
          now,
          unseen: (inner) => <span className="unseen">{inner}</span>,
          before: (inner) => <div className="shrinks dim">{inner}</div>,
          after: (inner) => (
            <>
              <IconArrowRight size="0.875rem" aria-hidden className="shrinks dim" />
              <div className="shrinks medium">{inner}</div>
            </>
          ),
        },
      )}
    </Group>
  )
}

function ListDifference({ change: { field, before, after } }: { change: FieldChange }) {
  const { added, removed } = membersChanged(field, before, after)
  if (removed.length + added.length === 0) return <p className="shrinks dim">{t('Reordered')}</p>
  return (
    <>
      <Side title={msg('Added ({count})')} tone="good" members={added} />
      <Side title={msg('Removed ({count})')} tone="bad" members={removed} />
    </>
  )
}

function Side(props: { title: Message; tone: string; members: readonly Member[] }) {
  const { title, tone, members } = props
  if (members.length === 0) return null
  return (
    <div className={classes.side} data-tone={tone}>
      <p>{t(title, { count: members.length })}</p>
      <Members members={members} />
    </div>
  )
}
