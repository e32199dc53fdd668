import { Button } from '@mantine/core'
import type { Rights } from '@steward/contract/permissions/conditions'
import { t } from '@steward/i18n/reader'
import { useState } from 'react'
import { areaOfRule } from '../../shared/permissions/condition-words.ts'
import { type Limits, LimitsList, type Submodule } from '../../shared/permissions/limits-list.tsx'
import { Dialog, DialogActions } from '../../ui/dialog/dialog.tsx'
import { Block } from '../../ui/record/record-fields.tsx'
import { LimitedFields } from './limited-fields.tsx'
import { LimitedRows } from './limited-rows.tsx'

type Mutable = { [part in keyof Limits]: Limits[part][number][] }

/** Sets the conditions and fields of a submodule's permissions; nothing is saved before the role is. */
export function LimitsDialog(props: {
  of: Submodule
  /** The actions that are granted. */
  actions: readonly string[]
  limits: Limits
  onApply: (limits: Mutable) => void
  onClose: () => void
}) {
  const { of, actions, onClose } = props
  const [limits, setLimits] = useState<Pick<Rights, keyof Limits>>(props.limits)
  const area = areaOfRule(of)
  if (!area) return null
  const parts = { of, area, actions, limits, onChange: setLimits }
  return (
    <Dialog
      size="lg"
      onClose={onClose}
      // i18n: what narrows the permissions of a submodule such as “Bills”
      title={t('Limits of {area}', { area: t(of.submodule) })}
    >
      <div className="stack gap-20">
        <LimitedRows {...parts} />
        <LimitedFields {...parts} />
        <Block title={t('In short')}>
          <LimitsList of={of} actions={actions} limits={limits} />
          <p className="dim small">
            {t('What is neither limited nor hidden here is for all records and fields.')}
          </p>
        </Block>
      </div>
      <DialogActions>
        <Button onClick={onClose}>{t('Cancel')}</Button>
        <Button
          variant="filled"
          onClick={() =>
            props.onApply({
              conditions: [...limits.conditions],
              fieldRules: [...limits.fieldRules],
            })
          }
        >
          {t('Apply')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
