import type { User } from '@steward/contract/users'
import type { ReactNode } from 'react'
import type { DeepPartial } from '../../api/read.ts'
import { typeWord } from '../../shared/people/type-word.ts'
import { Text } from '../../ui/format/text.tsx'
import { Time } from '../../ui/format/time.tsx'
import { Field, Fields, IdField } from '../../ui/record/record-fields.tsx'
import { StatusBadge } from '../../ui/record/status-badge.tsx'
import { AddressProof, isUnconfirmed } from './address-proof.tsx'

type Props = { user: DeepPartial<User> }

/** How to reach a user. */
export function ContactFields({ user }: Props) {
  return (
    <Fields>
      <Field label="E-mail">
        <Text value={user.email} />
      </Field>
      {isUnconfirmed(user) && (
        <Field label="Address">
          <AddressProof user={user} />
        </Field>
      )}
      <Field label="Phone">
        <Text value={user.phone} />
      </Field>
      <Field label="Business">
        <Text value={user.businessName} />
      </Field>
      <Field label="Location">
        <Text value={user.location} />
      </Field>
      <Field label="About">
        <Text value={user.about} />
      </Field>
    </Fields>
  )
}

/**
 * What a user may do, and since when.
 * @param props.feed stands for their shopping-feed status, such as a switch
 */
export function AccountFields({ user, feed }: Props & { feed?: ReactNode }) {
  return (
    <Fields>
      <Field label="Type">
        <Text value={typeWord(user.type)} />
      </Field>
      {(user.type === 'admin' || user.role) && (
        <Field label="Role">
          <Text value={user.role?.name ?? user.role} />
        </Field>
      )}
      <Field label="Status">
        <StatusBadge status={user.status} />
      </Field>
      <Field label="Shopping feed">
        {feed ?? <StatusBadge status={user.shoppingFeedStatus} />}
      </Field>
      <Field label="Last active">
        <Time at={user.lastActiveAt} whole />
      </Field>
      <Field label="Created">
        <Time at={user.createdAt} whole />
      </Field>
      <Field label="Updated">
        <Time at={user.updatedAt} whole />
      </Field>
      <IdField id={user._id ?? user.id} />
    </Fields>
  )
}
