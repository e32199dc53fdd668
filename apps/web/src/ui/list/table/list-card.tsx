import { t } from '@steward/i18n/reader'
import { memo } from 'react'
import type { Column } from '../definition/list-definition.ts'
import classes from './card.module.css'
import { FirstCell, RowBox, type RowProps, rowAttributes } from './list-row.tsx'

/** A row below 48 rem: the first column as its title, below it what the others say. */
export const ListCard = memo(function ListCard(props: RowProps) {
  const { record } = props.row
  const [first, ...others] = props.columns
  const at = (place: Column<unknown>['card']) =>
    others.filter(({ card = 'field' }) => card === place)
  const beside = at('title')
  const besideCell = ({ key, cell }: Column<unknown>) => (
    <span key={key}>{cell(record, props.fold)}</span>
  )
  const fields = at('field').filter(
    (column) => column.text(record) !== '' && !column.quiet?.(record),
  )
  return (
    <li {...rowAttributes(props)} className={classes.card}>
      <div className={classes.head}>
        <RowBox {...props} />
        <div className={`row wrap gap-4 grow ${classes.line}`}>
          <div className={classes.title}>{first && <FirstCell {...props} column={first} />}</div>
          {beside.filter(({ control }) => !control).map(besideCell)}
        </div>
        {beside.filter(({ control }) => control).map(besideCell)}
      </div>
      {fields.length > 0 && (
        <dl className={classes.fields}>
          {fields.map(({ key, label, named, icon: Icon, cell }) => (
            <div key={key} className="row gap-4 shrinks">
              <dt className={named && !Icon ? undefined : 'unseen'}>{t(label)}</dt>
              <dd className="row gap-4 shrinks">
                {Icon && <Icon size="0.875rem" aria-hidden />}
                {cell(record)}
              </dd>
            </div>
          ))}
        </dl>
      )}
      {at('foot').map((column) => (
        <div key={column.key} className={classes.foot}>
          {column.cell(record)}
        </div>
      ))}
    </li>
  )
})
