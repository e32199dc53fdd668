import { Button } from '@mantine/core'
import type { User } from '@steward/contract/users'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useId, useState } from 'react'
import { call } from '../../api/client.ts'
import { toFailure } from '../../api/failure.ts'
import { type DeepPartial, textOf } from '../../api/read.ts'
import { ConfirmDialog } from '../../ui/feedback/confirm-dialog.tsx'
import { toast } from '../../ui/feedback/messages.tsx'
import { Text } from '../../ui/format/text.tsx'
import { Time } from '../../ui/format/time.tsx'
import { Block, Field, Fields, RecordTop } from '../../ui/record/record-fields.tsx'
import { StatusBadge } from '../../ui/record/status-badge.tsx'
import { AddressProof, isUnconfirmed, unconfirmedWords } from './address-proof.tsx'
import { ApproveDialog } from './approve-dialog.tsx'
import classes from './waiting.module.css'
import { listsOfWaiting } from './waiting.queries.ts'

/** Somebody who waits, and the decision on them. */
export function WaitingRecord({ user }: { user: DeepPartial<User> }) {
  const [asking, setAsking] = useState<'approve' | 'decline' | null>(null)
  const decided = useDecided()
  const id = textOf(user._id) ?? textOf(user.id) ?? ''
  const name = textOf(user.name) ?? textOf(user.email) ?? 'This person'
  const reasonId = useId()
  const unconfirmed = isUnconfirmed(user)
  const close = () => setAsking(null)
  const decline = useMutation({
    mutationFn: () => call('accounts.decline', { params: { id } }),
    onSuccess: ({ message }) => decided(message),
  })
  return (
    <>
      <RecordTop shape="person" image={user.image} title={user.name}>
        <StatusBadge status={user.status} />
      </RecordTop>
      <div className={classes.actions}>
        <Button
          disabled={unconfirmed}
          aria-describedby={unconfirmed ? reasonId : undefined}
          onClick={() => setAsking('approve')}
        >
          Approve…
        </Button>
        <Button variant="default" onClick={() => setAsking('decline')}>
          Decline…
        </Button>
      </div>
      {unconfirmed && <p id={reasonId}>{unconfirmedWords(name)}</p>}
      <Block title="Registration">
        <Fields>
          <Field label="E-mail">
            <Text value={user.email} />
          </Field>
          <Field label="Address">
            <AddressProof user={user} />
          </Field>
          <Field label="Registered">
            <Time at={user.createdAt} whole />
          </Field>
        </Fields>
      </Block>
      {asking === 'approve' && (
        <ApproveDialog id={id} name={name} onClose={close} onApproved={decided} />
      )}
      {asking === 'decline' && (
        <ConfirmDialog
          title={`Decline ${name}?`}
          action="Decline"
          danger
          pending={decline.isPending}
          failure={decline.error && toFailure(decline.error)}
          onConfirm={() => decline.mutate()}
          onClose={close}
        >
          <p>
            The account is deleted and can’t be brought back. {name} is told by mail, and may
            register anew.
          </p>
        </ConfirmDialog>
      )}
    </>
  )
}

/** What follows a decision: it is said, and every list that it changes is asked for anew. */
function useDecided() {
  const client = useQueryClient()
  const navigate = useNavigate()
  return async (message: string) => {
    toast.success(message || 'Done')
    // The record leaves the list, so its drawer closes.
    await navigate({ to: '.', search: (before) => ({ ...before, open: undefined }), replace: true })
    await Promise.all(listsOfWaiting.map((name) => client.invalidateQueries({ queryKey: [name] })))
  }
}
