import type { User } from '@steward/contract/users/users'
import { useNavigate } from '@tanstack/react-router'
import type { DeepPartial } from '../../api/read.ts'
import { Text } from '../../ui/format/text.tsx'
import { Time } from '../../ui/format/time.tsx'
import { Block, Field, Fields, RecordTop } from '../../ui/record/record-fields.tsx'
import { StatusBadge } from '../../ui/record/status-badge.tsx'
import { AddressProof } from './address-proof.tsx'
import { WaitingButtons } from './waiting-actions.tsx'

/** Somebody who waits, and the decision on them. */
export function WaitingRecord({ user }: { user: DeepPartial<User> }) {
  const navigate = useNavigate()
  // The record leaves the list, so its drawer closes.
  const close = () =>
    void navigate({ to: '.', search: (before) => ({ ...before, open: undefined }), replace: true })
  return (
    <>
      <RecordTop shape="person" image={user.image} title={user.name}>
        <StatusBadge status={user.status} />
      </RecordTop>
      <WaitingButtons user={user} after={close} />
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
    </>
  )
}
