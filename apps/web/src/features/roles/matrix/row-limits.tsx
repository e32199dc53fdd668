import {
  hasConditions,
  hideableFields,
  lockableFields,
} from '@steward/contract/permissions/conditions'
import { t } from '@steward/i18n/reader'
import { areaOfRule } from '../../../shared/permissions/condition-words.ts'
import {
  type Limits,
  LimitsList,
  limitsOf,
  type Submodule,
} from '../../../shared/permissions/limits-list.tsx'
import { rich } from '../../../ui/format/rich.tsx'
import classes from './matrix.module.css'

/** What narrows the permissions of a matrix. */
export interface MatrixLimits extends Limits {
  /** Opens the editor of a row's limits; absent where nothing can be changed. */
  onEdit?: ((of: Submodule) => void) | undefined
}

/** Whether the permissions of a submodule can be narrowed. */
export function takesLimits(of: Submodule): boolean {
  const area = areaOfRule(of)
  if (area === null) return false
  return hasConditions(area) || hideableFields(area).length + lockableFields(area).length > 0
}

/** The limits of a row below its permissions, and the button that changes them. */
export function RowLimits(props: {
  limits: MatrixLimits
  of: Submodule
  actions: readonly string[]
  column: number
}) {
  const { limits, of, actions, column } = props
  if (!takesLimits(of)) return null
  const { onEdit } = limits
  const { groups, fields } = limitsOf(of, actions, limits)
  return (
    <>
      {onEdit && (
        <td className={classes.limit}>
          <button
            type="button"
            className="rounded hover small link"
            tabIndex={-1}
            data-column={column}
            onClick={() => onEdit(of)}
          >
            {/* i18n: a verb: narrow the permissions of a submodule, which only screen readers read */}
            {rich('Limit<unseen> {area}</unseen>…', {
              area: t(of.submodule),
              unseen: (inner) => <span className="unseen">{inner}</span>,
            })}
          </button>
        </td>
      )}
      {groups.length + fields.length > 0 && (
        <td className={classes.limits}>
          <LimitsList of={of} actions={actions} limits={limits} />
        </td>
      )}
    </>
  )
}
