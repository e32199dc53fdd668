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
            <td
              key={column.key}
              data-align={column.align}
              data-priority={column.hidden ? undefined : column.priority}
            >
              <span className={classes.bar} data-length={(index + place) % 4} />
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  )
}

/** Cards that are coming. */
export function SkeletonCards(props: { rows: number }) {
  return (
    <ul className={classes.cards} aria-hidden="true">
      {many(Math.min(props.rows, 12)).map((index) => (
        <li key={index} className={classes.card} data-skeleton>
          <div className={classes.cardHead}>
            <span className={classes.bar} data-length={index % 4} />
          </div>
          <div className={classes.cardFields}>
            <span className={classes.bar} data-length={(index + 1) % 4} />
          </div>
        </li>
      ))}
    </ul>
  )
}
