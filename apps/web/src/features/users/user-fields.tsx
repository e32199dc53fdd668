import type { User } from '../../api/records.ts'
import { feedState } from '../../shared/people/feed-state.ts'
import { typeWord } from '../../shared/people/type-word.ts'
import { Text } from '../../ui/format/text.tsx'
import { Time } from '../../ui/format/time.tsx'
import { FilterLink } from '../../ui/list/url/filter-link.tsx'
import { useCan } from '../../ui/permissions/permitted.tsx'
import { Field, Fields, IdField } from '../../ui/record/record-fields.tsx'
import { StatusBadge } from '../../ui/record/status-badge.tsx'
import { AddressProof, isUnconfirmed } from './address-proof.tsx'
import { mayDo, typeOf, userTypes } from './user-types.ts'
import classes from './users.module.css'

type Props = { user: User }

/** A link to the others of the same mail domain, of the same type, for who may list them. */
function SameDomain({ user }: Props) {
  const can = useCan()
  const domain = /@([^@\s]+)$/.exec(user.email ?? '')?.[1]
  if (domain === undefined || !mayDo(can, user, 'list')) return null
  return (
    <FilterLink to={userTypes[typeOf(user)].path} search={{ search: `@${domain}` }}>
      Others with this e-mail domain
    </FilterLink>
  )
}

/** How to reach a user. */
export function ContactFields({ user }: Props) {
  return (
    <Fields>
      <Field label="E-mail">
        <div className={classes.address}>
          <Text value={user.email} />
          <SameDomain user={user} />
        </div>
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

/** What a user may do, and since when. */
export function AccountFields({ user }: Props) {
  return (
    <Fields>
      <Field label="Type">
        <Text value={typeWord(user.type)} />
      </Field>
      {(user.type === 'admin' || user.role) && (
        <Field label="Role">
          <Text value={user.role?.name} />
        </Field>
      )}
      <Field label="Status">
        <StatusBadge status={user.status} />
      </Field>
      <Field label="Shopping feed">
        <StatusBadge status={feedState(user.shoppingFeedStatus)} />
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
      <IdField id={user._id} />
    </Fields>
  )
}
