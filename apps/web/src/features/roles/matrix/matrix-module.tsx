import { t } from '@steward/i18n/reader'
import { memo, type ReactNode, useEffect, useRef } from 'react'
import { actionText } from '../../../shared/permissions/permission-text.ts'
import classes from './matrix.module.css'
import { type MatrixStore, type Part, useCount, useRow } from './matrix-store.ts'
import { type MatrixLimits, RowLimits } from './row-limits.tsx'

const rowHeight = 2.375

/** One module: a box for all of it, and its rows once `ready`. The browser skips rows out of sight. */
export const MatrixModule = memo(function MatrixModule(
  props: MatrixProps & { module: number; rows: readonly number[]; ready: boolean },
) {
  const { store, module, rows, ready, readOnly } = props
  const place = useRef<HTMLTableSectionElement>(null)
  const count = useCount(store, 'module', module)
  useEffect(() => {
    const element = place.current
    if (!element || typeof IntersectionObserver === 'undefined') return
    const observer = new IntersectionObserver(
      ([entry]) => {
        store.near[module] = entry?.isIntersecting ? 1 : 0
      },
      { rootMargin: '400px' },
    )
    observer.observe(element)
    return () => {
      observer.disconnect()
      store.near[module] = 1
    }
  }, [store, module])
  const { name: wireName = '' } = store.shape.modules[module] ?? {}
  const name = t(wireName)
  const height = `${(rows.length + 1) * rowHeight}rem`
  return (
    <tbody
      ref={place}
      className={classes.module}
      style={{
        contentVisibility: 'auto',
        containIntrinsicBlockSize: `auto ${height}`,
        minHeight: ready ? undefined : height,
      }}
    >
      <tr className={`on-surface semibold ${classes.moduleRow}`}>
        <th
          scope="rowgroup"
          colSpan={store.shape.columns.length + 1}
          className={`row between gap-12 ${classes.name}`}
        >
          <PartBox
            {...{ store, readOnly }}
            part="module"
            index={module}
            label={t('All of the module {module}', { module: name })}
          >
            {name}
          </PartBox>
          <span className="rigid dim xs regular">
            {store.touched
              ? t('not known')
              : t('{count} of {all}', {
                  count,
                  all: store.bitsOf('module', module).length,
                })}
          </span>
        </th>
      </tr>
      {ready &&
        rows.map((row) => (
          <MatrixRow key={row} {...{ store, row, readOnly }} limits={props.limits} />
        ))}
    </tbody>
  )
})

const MatrixRow = memo(function MatrixRow(props: MatrixProps & { row: number }) {
  const { store, row, readOnly } = props
  useRow(store, row)
  const { shape, granted, locked } = store
  const { name: submodule, bits, module } = shape.rows[row] ?? { name: '', bits: [], module: 0 }
  const name = t(submodule)
  return (
    <tr className={classes.row}>
      <th scope="row" className={classes.name}>
        <PartBox
          {...{ store, readOnly }}
          part="row"
          index={row}
          label={t('All of {area}', { area: name })}
        >
          {name}
        </PartBox>
      </th>
      {shape.columns.map((action, column) => {
        const bit = bits[column] ?? -1
        if (bit < 0) return <td key={action} className={classes.none} />
        const on = granted[bit] === 1
        const mark = store.isChanged(bit) ? (on ? 'gained' : 'lost') : undefined
        const unknown = !store.isSet(bit)
        const fixed = readOnly || locked[bit] === 1
        return (
          <td
            key={action}
            className={classes.cell}
            data-tone={mark && (on ? 'good' : 'bad')}
            data-locked={(!readOnly && fixed) || undefined}
            title={
              !readOnly && fixed
                ? t('You don’t have this permission, so you can’t grant it')
                : undefined
            }
          >
            <label>
              <input
                type="checkbox"
                tabIndex={-1}
                data-column={column + 1}
                data-unknown={unknown || undefined}
                aria-label={labelOf(name, action, unknown ? 'unknown' : mark, !readOnly && fixed)}
                aria-disabled={fixed || undefined}
                checked={on}
                ref={(input) => {
                  if (input) input.indeterminate = unknown
                }}
                onChange={() => {
                  if (!readOnly) store.toggle(bit)
                }}
              />
              <span aria-hidden="true">{actionText(action)}</span>
            </label>
          </td>
        )
      })}
      {props.limits && (
        <RowLimits
          limits={props.limits}
          of={{ module: shape.modules[module]?.name ?? '', submodule }}
          actions={shape.columns.filter((_, column) => granted[bits[column] ?? -1] === 1)}
          column={shape.columns.length + 1}
        />
      )}
    </tr>
  )
})

const labelOf = (area: string, action: string, mark: string | undefined, locked: boolean): string =>
  t(
    // i18n: “Bills: edit, newly granted, you don’t have it yourself”
    '{area}: {action}{mark, select, gained {, newly granted} lost {, revoked} unknown {, unknown} other {}}{locked, select, true {, you don’t have it yourself} other {}}',
    { area, action: actionText(action), mark, locked },
  )

export interface MatrixProps {
  store: MatrixStore
  readOnly: boolean
  /** What narrows the permissions; absent where the server has nothing such. */
  limits?: MatrixLimits | undefined
}

/** A box for all permissions of a part; mixed where some are granted. Whoever draws it follows the part. */
export function PartBox(
  props: Omit<MatrixProps, 'limits'> & {
    part: Part
    index?: number
    label: string
    column?: number
    children: ReactNode
  },
) {
  const { store, part, index = 0, readOnly } = props
  const state = store.stateOf(part, index)
  return (
    <label>
      <input
        type="checkbox"
        tabIndex={-1}
        data-column={props.column ?? 0}
        aria-label={props.label}
        aria-disabled={readOnly || undefined}
        checked={state === 'all'}
        ref={(input) => {
          if (input) input.indeterminate = state === 'some'
        }}
        onChange={() => {
          if (!readOnly) store.flip(store.bitsOf(part, index))
        }}
      />
      <bdi>{props.children}</bdi>
    </label>
  )
}
