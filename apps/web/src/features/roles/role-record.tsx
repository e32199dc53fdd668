import { roleFields } from '@steward/contract/roles/roles.fields'
import { t } from '@steward/i18n/reader'
import type { ReactNode } from 'react'
import type { Role } from '../../api/answers/records.ts'
import { RecordHistory } from '../../shared/history/record-history.tsx'
import { grantedWords } from '../../shared/permissions/granted.ts'
import { LimitsList } from '../../shared/permissions/limits-list.tsx'
import { actionText, submoduleText } from '../../shared/permissions/permission-text.ts'
import { inRow } from '../../ui/format/phrases.ts'
import { Text } from '../../ui/format/text.tsx'
import { FieldList } from '../../ui/record/field-list.tsx'
import { Block, Field, Fields, Leaving, RecordTop } from '../../ui/record/record-fields.tsx'
import { StatusBadge } from '../../ui/record/status-badge.tsx'
import { rightsOfRole } from './role-rights.ts'
import { RoleSecurity } from './role-security.tsx'
import { tellsPermissions } from './roles.queries.ts'

export function RoleRecord(props: { role: Role; actions?: ReactNode }) {
  const { role } = props
  return (
    <Leaving on={false}>
      <RecordTop shape="thing" image={role.image} title={role.name}>
        <StatusBadge status={role.status} />
      </RecordTop>
      {props.actions}
      <FieldList
        fields={roleFields}
        record={role}
        own={{
          name: null,
          status: null,
          description: <Text value={role.description} />,
          system: role.system === true ? t('The owner role. It can’t be changed.') : null,
          requireSecondFactor: null,
          maxSessions: null,
          idleMinutes: null,
        }}
      />
      <RoleSecurity role={role} />
      <Block title={t('Permissions')}>
        <Permissions role={role} />
      </Block>
      <RecordHistory id={role._id} />
    </Leaving>
  )
}

function Permissions({ role }: { role: Role }) {
  if (!tellsPermissions(role)) return <p>{t('Unknown: this server doesn’t say.')}</p>
  const granted = grantedWords(role.permissions ?? [])
  if (granted.length === 0) return <p>{t('None.')}</p>
  return (
    <Fields>
      {granted.map(({ module, submodule, actions }) => (
        <Field key={`${module} ${submodule}`} label={submoduleText(module, submodule)}>
          {inRow(actions.map(actionText))}
          <LimitsList of={{ module, submodule }} actions={actions} limits={rightsOfRole(role)} />
        </Field>
      ))}
    </Fields>
  )
}
