import { Group, TextInput } from '@mantine/core'
import '@mantine/core/styles/Group.css'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { instantOf, localTime } from '../../ui/format/local-time.ts'
import { askAuditLog } from '../audit-log/audit-log.queries.ts'
import { UndoSeveral } from './undo-several.tsx'

interface Span {
  from: string
  to: string
}

export function UndoSpan(props: {
  actor: string
  from?: string | undefined
  to?: string | undefined
}) {
  const { actor } = props
  const [span, setSpan] = useState<Span>(() => startOf(props.from, props.to))
  const sent = instantsOf(span)
  const latest = useQuery(askAuditLog({ actor, page: '1', limit: '1', sort: '-at' }))
  const name = latest.data?.rows[0]?.record.actor?.name ?? 'this person'
  const field = (side: 'from' | 'to', label: string) => (
    <TextInput
      type="datetime-local"
      label={label}
      required
      withAsterisk={false}
      value={span[side]}
      onChange={(event) => setSpan({ ...span, [side]: event.currentTarget.value })}
    />
  )
  const isWrong = span.from !== '' && span.to !== ''
  return (
    <UndoSeveral
      title={
        <>
          Undo what <bdi>{name}</bdi> did
        </>
      }
      selected={sent && { actor, ...sent }}
      unselected={isWrong ? 'The end must not be before the start.' : 'Enter both times.'}
    >
      <Group grow gap={12} align="start">
        {field('from', 'From')}
        {field('to', 'To')}
      </Group>
    </UndoSeveral>
  )
}

/** The span of the list's filter, else today until now; days of a filter are in UTC. */
function startOf(from: string | undefined, to: string | undefined): Span {
  const today = new Date()
  today.setHours(0, 0, 0, 0)
  const isDay = to?.length === 10
  return {
    from: localTime(from ?? today.toISOString()),
    to: localTime(to === undefined ? new Date().toISOString() : isDay ? `${to}T23:59:59.999Z` : to),
  }
}

/** The span in ISO 8601, where a minute lasts until its end; null while it is invalid. */
function instantsOf(span: Span): Span | null {
  const [from, to] = [instantOf(span.from), instantOf(span.to)]
  if (from === null || to === null || to < from) return null
  return { from, to: to.replace(/:00\.000Z$/, ':59.999Z') }
}
