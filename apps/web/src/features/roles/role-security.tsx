import { Button } from '@mantine/core'
import { permission } from '@steward/contract/permissions/permissions'
import { useQuery } from '@tanstack/react-query'
import { ownPermissions } from '../../api/own-permissions.ts'
import type { Role } from '../../api/records.ts'
import { holdsMore } from '../../shared/permissions/granted.ts'
import {
  idleWords,
  secondFactorWords,
  sessionsWords,
} from '../../shared/permissions/security-words.ts'
import { openDialog } from '../../ui/feedback/open-dialog.ts'
import { useCan } from '../../ui/permissions/permitted.tsx'
import { Block, Field, Fields } from '../../ui/record/record-fields.tsx'
import { RoleSecurityDialog } from './role-security-dialog.tsx'

/** How the people of a role sign in; nothing where the server doesn't say. */
export function RoleSecurity({ role }: { role: Role }) {
  const can = useCan()
  const own = useQuery(ownPermissions).data
  if (typeof role.requireSecondFactor !== 'boolean') return null
  const mayChange =
    !role.system &&
    role.status !== 'deleted' &&
    can(permission('Roles', 'Roles', 'update')) &&
    !(own && holdsMore(role.permissions ?? [], own))
  return (
    <Block title="Sign-in">
      <Fields>
        <Field label="Second factor">{secondFactorWords(role.requireSecondFactor)}</Field>
        <Field label="Concurrent sessions">{sessionsWords(role.maxSessions)}</Field>
        <Field label="Signed out">{idleWords(role.idleMinutes)}</Field>
      </Fields>
      {mayChange && role._id && (
        <Button
          variant="default"
          mt={12}
          onClick={() => openDialog(<RoleSecurityDialog role={role} />)}
        >
          Change sign-in settings…
        </Button>
      )}
    </Block>
  )
}
