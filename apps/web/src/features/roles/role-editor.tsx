import { Textarea, TextInput } from '@mantine/core'
import type { Rights } from '@steward/contract/permissions/conditions'
import { t } from '@steward/i18n/reader'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useMemo, useState } from 'react'
import type { Role } from '../../api/answers/records.ts'
import { useHasCall } from '../../api/missing-calls.ts'
import { grantedNames, notHeld } from '../../shared/permissions/granted.ts'
import type { Submodule } from '../../shared/permissions/limits-list.tsx'
import { addRecord } from '../../shared/records/record-area.ts'
import { useEditHistory } from '../../shared/undo/note-change.ts'
import { PageForm } from '../../ui/form/record-form.tsx'
import { useRecordForm } from '../../ui/form/use-record-form.ts'
import { ImageField } from '../../ui/image/image-field.tsx'
import { dialogPart } from '../../ui/page/lazy-part.tsx'
import { FieldGrid, PageSection } from '../../ui/page/record-page.tsx'
import { PermissionMatrix } from './matrix/permission-matrix.tsx'
import { RoleFoot } from './role-foot.tsx'
import { areLimitsChanged, copyOf, permissionsPart, roleForm } from './role-form.ts'
import { saveRole } from './role-save.ts'
import { roleOptions } from './roles.queries.ts'
import { cacheRole, roleDeletion } from './roles.writes.ts'

const LimitsDialog = dialogPart(async () => (await import('./limits-dialog.tsx')).LimitsDialog)

/** The form of a role; a change of permissions that concerns people shows its effect before it is saved. */
export function RoleEditor(props: {
  saved: Role | null
  copied: Role | null
  own: Rights
  fixed?: string | undefined
  readOnly?: string | undefined
}) {
  const { saved, copied } = props
  const own = props.own.permissions
  const readOnly = props.readOnly !== undefined
  const fixed = readOnly || props.fixed !== undefined
  const client = useQueryClient()
  const navigate = useNavigate()
  const [showsEffect, setShowsEffect] = useState(false)
  const history = useEditHistory<Role>(roleDeletion.name)
  const editing = useRecordForm({
    draftKey: saved ? `roles/${saved._id}` : 'roles/new',
    record: saved,
    fields: roleForm,
    part: permissionsPart(own),
    start: {
      values: copied ? copyOf(copied) : {},
      part: ({ store }) =>
        store.apply(grantedNames(copied?.permissions ?? []).map((names) => ({ names, on: true }))),
    },
    savedWords: t('Role saved'),
    stays: true,
    area: 'roles',
    send: (fields, base) => saveRole(client, fields, base),
    reload: (base) => client.fetchQuery({ ...roleOptions(base._id), staleTime: 0 }),
    ...history,
    keep: (role, base) => {
      if (base) cacheRole(client, base._id, role)
      else addRecord(client, roleDeletion, role?._id ?? '', role)
    },
    done: () => void navigate({ to: '/roles' }),
  })
  const { form, base, input } = editing
  const { store } = editing.part
  const { name, description, conditions, fieldRules } = form.getValues()
  const hasEffect = useHasCall('roles.effect')
  const takesLimits = saved ? Array.isArray(saved.conditions) : hasEffect
  const [limited, setLimited] = useState<Submodule | null>(null)
  const limits = useMemo(
    () =>
      takesLimits
        ? { conditions, fieldRules, ...(!readOnly && { onEdit: setLimited }) }
        : undefined,
    [takesLimits, conditions, fieldRules, readOnly],
  )
  const permissionError = form.errors['permissions']
  const limitErrors = form.errors['conditions'] ?? form.errors['fieldRules']
  const [notCopied] = useState(() => notHeld(copied?.permissions ?? [], own).length)
  // The effect of a change is unknown unless the current permissions are known.
  const tellsEffect = hasEffect && store.touched === null
  const leftOut = base || editing.restored ? 0 : notCopied

  const saving = { conditions: base?.conditions ?? [], fieldRules: base?.fieldRules ?? [] }
  const limitsChanged = areLimitsChanged(saving, { conditions, fieldRules })
  const submit = () => {
    const { gained, lost } = store.changes
    const changes = gained + lost + (limitsChanged ? 1 : 0)
    const concerns = base !== null && changes > 0 && (base.userCount ?? 1) > 0
    if (!concerns || !tellsEffect) editing.save()
    else if (editing.check()) setShowsEffect(true)
  }
  // What was saved has no effect any more; what was refused is shown by the form.
  const { isPending } = editing
  useEffect(() => {
    if (!isPending) setShowsEffect(false)
  }, [isPending])
  return (
    <>
      <PageForm
        what={t('role')}
        editing={editing}
        onSubmit={submit}
        bar={
          !readOnly && (
            <RoleFoot
              editing={editing}
              tells={tellsEffect}
              limits={{ conditions, fieldRules, isChanged: limitsChanged }}
              showsEffect={showsEffect}
              onEffect={setShowsEffect}
              onSave={() => {
                if (editing.check()) editing.save()
                else setShowsEffect(false)
              }}
            />
          )
        }
      >
        {props.readOnly && <p className="mb-12 dim">{props.readOnly}</p>}
        <PageSection title={t('Details')}>
          {!readOnly && props.fixed && <p className="mb-12 dim">{props.fixed}</p>}
          {!fixed && (
            <FieldGrid>
              <ImageField {...input('image')} shape="thing" name={name || null} />
              <TextInput {...input('name')} autoComplete="off" required />
              <Textarea {...input('description')} wrapperProps={{ 'data-whole': true }} rows={2} />
            </FieldGrid>
          )}
          {fixed && <p className="mb-12 dim">{description || t('No description')}</p>}
        </PageSection>
        <PageSection title={t('Permissions')}>
          {leftOut > 0 && (
            <p className="mb-12 dim">
              {t(
                '{count, plural, one {# permission of the copied role was left out because you don’t have it yourself and can’t grant it.} other {# permissions of the copied role were left out because you don’t have them yourself and can’t grant them.}}',
                { count: leftOut },
              )}
            </p>
          )}
          {permissionError && (
            <p className="mb-12 error-text" role="alert">
              {permissionError}
            </p>
          )}
          {store.touched && (
            <p className="mb-12 dim">
              {t(
                'This server doesn’t say which permissions this role has. Only what you set here is sent; a server that treats that as the whole role will remove the rest.',
              )}
            </p>
          )}
          {limitErrors && (
            <p className="mb-12 error-text" role="alert">
              {limitErrors}
            </p>
          )}
          <PermissionMatrix store={store} readOnly={readOnly} limits={limits} />
        </PageSection>
      </PageForm>
      {/* Its filters are a form of their own. */}
      {limited && (
        <LimitsDialog
          of={limited}
          actions={store.grantedIn(limited)}
          limits={{ conditions, fieldRules }}
          onApply={(next) => {
            form.setFieldValue('conditions', next.conditions)
            form.setFieldValue('fieldRules', next.fieldRules)
            setLimited(null)
          }}
          onClose={() => setLimited(null)}
        />
      )}
    </>
  )
}
