import { memo } from 'react'
import classes from '../screen/list.module.css'
import { FirstCell, openOnClick, RowBox, type RowProps } from './list-row.tsx'

function PlainCard<T>(props: RowProps<T>) {
  const { row, columns } = props
  const [first, ...others] = columns
  const beside = others.filter((column) => column.card === 'title')
  const besideCell = (column: (typeof beside)[number]) => (
    <span key={column.key}>{column.cell(row.record)}</span>
  )
  const foot = others.filter((column) => column.card === 'foot')
  const fields = others.filter(
    (column) =>
      (column.card ?? 'field') === 'field' &&
      column.text(row.record) !== '' &&
      !column.quiet?.(row.record),
  )
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the list hears Enter for all of its rows
    <li
      data-row={row.id}
      data-gone={props.gone || undefined}
      data-opened={props.opened || undefined}
      data-chosen={props.chosen || undefined}
      data-folded={props.folded || undefined}
      tabIndex={props.inOrder ? 0 : -1}
      className={classes.card}
      onClick={openOnClick(props)}
      onFocus={() => props.onReach(row.id)}
    >
      <div className={classes.cardHead}>
        <RowBox {...props} />
        <div className={classes.cardLine}>
          <div className={classes.cardTitle}>
            {first && <FirstCell row={row} column={first} gone={props.gone} />}
          </div>
          {beside.filter((column) => !column.control).map(besideCell)}
        </div>
        {beside.filter((column) => column.control).map(besideCell)}
      </div>
      {fields.length > 0 && (
        <dl className={classes.cardFields}>
          {fields.map(({ key, label, named, icon: Icon, cell }) => (
            <div key={key}>
              <dt className={named && !Icon ? undefined : classes.unseen}>{label}</dt>
              <dd>
                {Icon && <Icon size="0.875rem" aria-hidden />}
                {cell(row.record)}
              </dd>
            </div>
          ))}
        </dl>
      )}
      {foot.map((column) => (
        <div key={column.key} className={classes.cardFoot}>
          {column.cell(row.record)}
        </div>
      ))}
    </li>
  )
}

/** A row below 48 rem: the first column as its title, below it what the others say. */
export const ListCard = memo(PlainCard) as typeof PlainCard
