import type { HeldPermission, RolePermission } from '@steward/contract/access-review/access-review'
import type { Where } from '@steward/contract/permissions/conditions'
import { t } from '@steward/i18n/reader'
import { Link } from '@tanstack/react-router'
import { ConditionText } from '../../shared/permissions/condition-text.tsx'
import { areaOfRule } from '../../shared/permissions/condition-words.ts'
import { permissionText } from '../../shared/permissions/permission-text.ts'
import cells from '../../ui/format/cells.module.css'
import { Text } from '../../ui/format/text.tsx'
import { Time } from '../../ui/format/time.tsx'
import { PersonLink } from '../../ui/record/person-link.tsx'
import { ActionButtons } from '../../ui/record/record-actions.tsx'
import { Field, Fields } from '../../ui/record/record-fields.tsx'
import { statusWord } from '../../ui/record/status-badge.tsx'
import { useReviewActions } from './take-away-menu.tsx'
import { sourceText } from './words.ts'

/** A permission that a person holds, with all that it is held through. */
export function HeldRecord({ held }: { held: HeldPermission }) {
  return (
    <>
      <ActionButtons actions={useReviewActions(held)} />
      <Fields>
        <Field label={held.person.service ? t('Service account') : t('Person')}>
          <PersonLink person={held.person} />
        </Field>
        <Field label={t('Status')}>{statusWord(held.person.status)}</Field>
        <Field label={t('Permission')}>{permissionText(held.permission)}</Field>
        <Field label={t('Held through')}>
          <ul className="stack">
            {held.sources.map((source) => (
              <li key={`${source.kind} ${source._id ?? source.role?._id}`}>
                {source.role ? (
                  <Link
                    to="/roles/$id"
                    params={{ id: source.role._id }}
                    className={cells.accentLink}
                  >
                    <Text value={sourceText(source)} />
                  </Link>
                ) : (
                  <Text value={sourceText(source)} />
                )}
                <Condition of={held.permission} where={source.condition} />
              </li>
            ))}
          </ul>
        </Field>
        <Uses of={held} />
      </Fields>
    </>
  )
}

/** A permission of a role, with how many people hold it. */
export function RolePermissionRecord({ held }: { held: RolePermission }) {
  return (
    <>
      <ActionButtons actions={useReviewActions(held)} />
      <Fields>
        <Field label={t('Role')}>
          <Link to="/roles/$id" params={{ id: held.role._id }} className={cells.accentLink}>
            <Text value={held.role.name} />
          </Link>
        </Field>
        <Field label={t('Permission')}>
          {permissionText(held.permission)}
          <Condition of={held.permission} where={held.condition} />
        </Field>
        <Field label={t('People')}>
          <Link
            to="/roles/access-review"
            className={cells.accentLink}
            search={{
              role: [held.role._id],
              module: [held.permission.module],
              submodule: [held.permission.submodule],
              action: [held.permission.action],
            }}
          >
            {t('{count, plural, one {# person} other {# people}}', { count: held.people })}
          </Link>
        </Field>
        <Uses of={held} />
      </Fields>
    </>
  )
}

/** The rows that a role’s permission is for, on a line of its own; nothing for all. */
function Condition(props: { of: HeldPermission['permission']; where: Where | null }) {
  const area = areaOfRule(props.of)
  if (!area || !props.where) return null
  return (
    <p className="dim small">
      <ConditionText submodule={props.of.submodule} area={area} wheres={[props.where]} />
    </p>
  )
}

const Uses = ({ of }: { of: Pick<HeldPermission, 'lastUsed' | 'uses'> }) => (
  <>
    <Field label={t('Last used')}>
      {of.lastUsed ? <Time at={of.lastUsed} kind="past" day /> : t('Never')}
    </Field>
    <Field label={t('Uses in 90 days')}>{String(of.uses)}</Field>
  </>
)
