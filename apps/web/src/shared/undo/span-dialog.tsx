import { Button, TextInput } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { toFailure } from '../../api/failure.ts'
import { referenceOf } from '../../api/read.ts'
import { Dialog, DialogActions, DialogForm } from '../../ui/feedback/dialog.tsx'
import { FailureBox } from '../../ui/feedback/failure-box.tsx'
import { instantOf, localTime } from '../../ui/format/local-time.ts'
import { askAuditLog } from '../audit-log/audit-log.queries.ts'
import { ExtentWords, undoButton } from './extent-words.tsx'
import { extentOptions, takeBack } from './take-back.ts'
import classes from './undo.module.css'
import { dropUndo } from './undo.store.ts'
import { UndoneReport } from './undone-report.tsx'

interface Span {
  from: string
  to: string
}

/** Asks whether all that a person did in a span of time shall be taken back; then says what came of it. */
export function SpanDialog(props: {
  actor: string
  from?: string | undefined
  to?: string | undefined
}) {
  const { actor } = props
  const client = useQueryClient()
  const [span, setSpan] = useState<Span>(() => startOf(props.from, props.to))
  const sent = instantsOf(span)
  const latest = useQuery(askAuditLog({ actor, page: '1', limit: '1', sort: '-at' }))
  const extent = useQuery({
    ...extentOptions({ actor, ...(sent ?? { from: '', to: '' }) }),
    enabled: sent !== null,
  })
  const { mutate, isPending, error, data } = useMutation({
    mutationFn: (chosen: Span) => takeBack(client, { actor, ...chosen }),
  })
  const name = referenceOf(latest.data?.rows[0]?.record.actor)?.name ?? 'this person'
  const title = (
    <>
      Undo what <bdi>{name}</bdi> did
    </>
  )
  if (data)
    return (
      <Dialog title={title} onClose={dropUndo} size="lg">
        <UndoneReport {...data} />
      </Dialog>
    )
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
  const wrong = sent === null && span.from !== '' && span.to !== ''
  const may = sent !== null && extent.data !== undefined && extent.data.entries > 0
  return (
    <Dialog title={title} onClose={dropUndo}>
      <DialogForm onSubmit={() => sent && may && !isPending && mutate(sent)}>
        <div className={classes.span}>
          {field('from', 'From')}
          {field('to', 'To')}
        </div>
        {sent ? (
          <ExtentWords query={extent} />
        ) : (
          <p role="status">
            {wrong ? 'The end must not be before the start.' : 'Enter both times.'}
          </p>
        )}
        <FailureBox failure={error && toFailure(error)} />
        <DialogActions>
          <Button variant="default" onClick={dropUndo}>
            Cancel
          </Button>
          <Button type="submit" loading={isPending} disabled={!may}>
            {undoButton(sent ? extent.data : undefined)}
          </Button>
        </DialogActions>
      </DialogForm>
    </Dialog>
  )
}

/** The span of a filter, else today until now; days of a filter are UTC. */
function startOf(from: string | undefined, to: string | undefined): Span {
  const today = new Date()
  today.setHours(0, 0, 0, 0)
  const isDay = to?.length === 10
  return {
    from: localTime(from ?? today.toISOString()),
    to: localTime(to === undefined ? new Date().toISOString() : isDay ? `${to}T23:59:59.999Z` : to),
  }
}

/** As it is sent; a minute lasts until its end. Null while it is none. */
function instantsOf(span: Span): Span | null {
  const [from, to] = [instantOf(span.from), instantOf(span.to)]
  if (from === null || to === null || to < from) return null
  return { from, to: to.replace(/:00\.000Z$/, ':59.999Z') }
}
