import { memo } from 'react'
import classes from '../screen/list.module.css'
import type { Column } from '../screen/list-definition.ts'
import { FirstCell, RowBox, type RowProps, rowAttributes } from './list-row.tsx'

function PlainCard<T>(props: RowProps<T>) {
  const { record } = props.row
  const [first, ...others] = props.columns
  const at = (place: Column<T>['card']) => others.filter(({ card = 'field' }) => card === place)
  const beside = at('title')
  const besideCell = (column: Column<T>) => <span key={column.key}>{column.cell(record)}</span>
  const fields = at('field').filter(
    (column) => column.text(record) !== '' && !column.quiet?.(record),
  )
  return (
    <li {...rowAttributes(props)} className={classes.card}>
      <div className={classes.cardHead}>
        <RowBox {...props} />
        <div className={classes.cardLine}>
          <div className={classes.cardTitle}>
            {first && <FirstCell row={props.row} column={first} gone={props.gone} />}
          </div>
          {beside.filter(({ control }) => !control).map(besideCell)}
        </div>
        {beside.filter(({ control }) => control).map(besideCell)}
      </div>
      {fields.length > 0 && (
        <dl className={classes.cardFields}>
          {fields.map(({ key, label, named, icon: Icon, cell }) => (
            <div key={key}>
              <dt className={named && !Icon ? undefined : 'unseen'}>{label}</dt>
              <dd>
                {Icon && <Icon size="0.875rem" aria-hidden />}
                {cell(record)}
              </dd>
            </div>
          ))}
        </dl>
      )}
      {at('foot').map((column) => (
        <div key={column.key} className={classes.cardFoot}>
          {column.cell(record)}
        </div>
      ))}
    </li>
  )
}

/** A row below 48 rem: the first column as its title, below it what the others say. */
export const ListCard = memo(PlainCard) as typeof PlainCard
