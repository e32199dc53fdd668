import { actionWords } from '@steward/contract/permissions/permission-words'
import type { ReactNode } from 'react'
import type { Role } from '../../api/records.ts'
import { RecordHistory } from '../../shared/audit-log/record-history.tsx'
import { grantedWords } from '../../shared/permissions/granted.ts'
import { Count, Text } from '../../ui/format/text.tsx'
import { Time } from '../../ui/format/time.tsx'
import { Block, Field, Fields, IdField, RecordTop } from '../../ui/record/record-fields.tsx'
import { StatusBadge } from '../../ui/record/status-badge.tsx'
import { tellsPermissions } from './role-matrix.ts'
import { RoleSecurity } from './role-security.tsx'

/** A role, whole: what it is and what it permits. @param props.actions what can be done with it */
export function RoleRecord(props: { role: Role; actions?: ReactNode }) {
  const { role } = props
  return (
    <>
      <RecordTop shape="thing" image={role.image} title={role.name}>
        <StatusBadge status={role.status} />
      </RecordTop>
      {props.actions}
      <Fields>
        <Field label="Description">
          <Text value={role.description} />
        </Field>
        <Field label="People">
          <Count value={role.userCount} />
        </Field>
        {role.system === true && (
          <Field label="System role">The owner role. It can’t be changed.</Field>
        )}
        <Field label="Created">
          <Time at={role.createdAt} whole />
        </Field>
        <Field label="Updated">
          <Time at={role.updatedAt} whole />
        </Field>
        <IdField id={role._id} />
      </Fields>
      <RoleSecurity role={role} />
      <Block title="Permissions">
        <Permissions role={role} />
      </Block>
      <RecordHistory id={role._id} />
    </>
  )
}

function Permissions({ role }: { role: Role }) {
  if (!tellsPermissions(role)) return <p>Unknown: this server doesn’t say.</p>
  const granted = grantedWords(role.permissions ?? [])
  if (granted.length === 0) return <p>None.</p>
  return (
    <Fields>
      {granted.map(({ module, submodule, actions }) => (
        <Field
          key={`${module} ${submodule}`}
          label={submodule === module ? module : `${module} · ${submodule}`}
        >
          {actions.map(actionWords).join(', ')}
        </Field>
      ))}
    </Fields>
  )
}
