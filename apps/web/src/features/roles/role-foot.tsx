import { Button } from '@mantine/core'
import { t } from '@steward/i18n/reader'
import type { Role } from '../../api/answers/records.ts'
import { wordsOf } from '../../api/failure.ts'
import type { PermissionNames } from '../../shared/permissions/granted.ts'
import type { Limits } from '../../shared/permissions/limits-list.tsx'
import { Dialog, DialogActions } from '../../ui/dialog/dialog.tsx'
import type { Draft } from '../../ui/form/use-draft.ts'
import { inRow } from '../../ui/format/phrases.ts'
import { SaveBar } from '../../ui/page/record-page.tsx'
import { EffectPanel } from './effect-panel.tsx'
import { effectSentences } from './effect-words.ts'
import type { MatrixStore } from './matrix/matrix-store.ts'
import { modulesOf } from './matrix/shape.ts'
import { RoleReplay } from './role-replay.tsx'
import { useRoleEffect } from './use-role-effect.ts'

/** The foot of a role's form, apart from it so that a toggle of the matrix doesn't redraw the form. */
export function RoleFoot(props: {
  editing: {
    base: Role | null
    part: { store: MatrixStore }
    draft: Draft
    isPending: boolean
    reset: () => void
  }
  /** Conditions and fields as they will be saved. */
  limits: Limits & { isChanged: boolean }
  /** Whether the server tells the effect of a change. */
  tells: boolean
  showsEffect: boolean
  onEffect: (shown: boolean) => void
  onSave: () => void
}) {
  const { base, part, draft, isPending, reset } = props.editing
  const { store } = part
  const isNew = base === null
  const tells = props.tells && !isNew
  const { limits } = props
  const { effect, error } = useRoleEffect(tells ? base._id : null, store, limits)
  const isPartly = (names: PermissionNames) => store.isKept(names)
  const unsaved = draft.unsaved()
  const changed = changesText(store.changes, limits.isChanged)
  const state = unsaved ? t('Not saved yet') : isNew ? '' : t('No changes')
  return (
    <>
      <SaveBar
        buttons={
          <>
            {!isNew && unsaved && (
              <Button variant="subtle" onClick={reset}>
                {t('Discard')}
              </Button>
            )}
            {tells && changed && (
              <Button onClick={() => props.onEffect(true)}>{t('Preview effect')}</Button>
            )}
            <Button
              variant="filled"
              type="submit"
              loading={isPending}
              disabled={!isNew && !unsaved}
            >
              {isNew ? t('Create role') : t('Save')}
            </Button>
          </>
        }
      >
        <p>{changed || state}</p>
        <div role="status">
          {effect && changed && (
            <ul>
              {effectSentences(effect, isPartly).map((sentence) => (
                <li key={sentence}>{sentence}</li>
              ))}
            </ul>
          )}
        </div>
      </SaveBar>
      <Dialog
        opened={props.showsEffect}
        onClose={() => props.onEffect(false)}
        size="xl"
        title={t('Effect of this change')}
      >
        {effect ? (
          <EffectPanel effect={effect} isPartly={isPartly} />
        ) : error ? (
          <p className="mb-12 error-text" role="alert">
            {t('The effect couldn’t be loaded: {reason}', { reason: wordsOf(error) })}
          </p>
        ) : (
          <p role="status">{t('Counting…')}</p>
        )}
        {tells && (
          <RoleReplay
            draft={{
              _id: base._id,
              permissions: modulesOf(store.shape, store.granted),
              conditions: [...limits.conditions],
              fieldRules: [...limits.fieldRules],
            }}
          />
        )}
        <DialogActions>
          <Button onClick={() => props.onEffect(false)}>{t('Back')}</Button>
          <Button variant="filled" data-autofocus loading={isPending} onClick={props.onSave}>
            {t('Save')}
          </Button>
        </DialogActions>
      </Dialog>
    </>
  )
}

/** How many permissions a change grants and revokes, and whether it changes limits; empty for none. */
function changesText(changes: MatrixStore['changes'], limits: boolean): string {
  const permissions = permissionsText(changes)
  if (!limits) return permissions
  return permissions === '' ? t('Limits changed') : inRow([permissions, t('limits changed')])
}

function permissionsText({ gained, lost }: MatrixStore['changes']): string {
  if (gained > 0 && lost > 0)
    return t(
      '{gained, plural, one {# permission granted} other {# permissions granted}}, {lost, plural, one {# permission revoked} other {# permissions revoked}}',
      { gained, lost },
    )
  if (gained > 0)
    return t('{count, plural, one {# permission granted} other {# permissions granted}}', {
      count: gained,
    })
  if (lost === 0) return ''
  return t('{count, plural, one {# permission revoked} other {# permissions revoked}}', {
    count: lost,
  })
}
