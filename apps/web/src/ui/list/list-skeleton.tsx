import classes from './list.module.css'
import type { Column } from './list-definition.ts'

const many = (count: number) => Array.from({ length: count }, (_, index) => index)

/** Rows that are coming, as high and as wide as the rows that will stand there. */
export function SkeletonRows<T>(props: { columns: readonly Column<T>[]; rows: number }) {
  return (
    <tbody aria-hidden="true">
      {many(props.rows).map((index) => (
        <tr key={index} className={classes.row} data-skeleton>
          <td className={classes.boxCell} />
          {props.columns.map((column, place) => (
            <td key={column.key} data-align={column.align}>
              <span className={classes.bar} data-length={(index + place) % 4} />
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  )
}

/** Cards that are coming. */
export function SkeletonCards<T>(props: { columns: readonly Column<T>[]; rows: number }) {
  const fields = props.columns.slice(1).filter((column) => (column.card ?? 'field') === 'field')
  return (
    <ul className={classes.cards} aria-hidden="true">
      {many(Math.min(props.rows, 8)).map((index) => (
        <li key={index} className={classes.card} data-skeleton>
          <div className={classes.cardHead}>
            <span className={classes.bar} data-length={index % 4} />
          </div>
          <dl className={classes.cardFields}>
            {fields.map((column) => (
              <div key={column.key}>
                <dt>{column.label}</dt>
                <dd>
                  <span className={classes.bar} data-length={(index + 1) % 4} />
                </dd>
              </div>
            ))}
          </dl>
        </li>
      ))}
    </ul>
  )
}
