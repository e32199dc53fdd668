import type { Column } from '../definition/list-definition.ts'
import cardClasses from './card.module.css'
import { columnAttributes } from './list-row.tsx'
import classes from './table.module.css'

const upTo = (count: number) => Array.from({ length: count }, (_, index) => index)
const bar = <span className={classes.bar} />

export const SkeletonRows = (props: { columns: readonly Column<unknown>[]; rows: number }) => (
  <tbody aria-hidden="true">
    {upTo(props.rows).map((index) => (
      <tr key={index} className={classes.row} data-skeleton>
        <td className={classes.boxCell} />
        {props.columns.map((column) => (
          <td key={column.key} {...columnAttributes(column)}>
            {bar}
          </td>
        ))}
      </tr>
    ))}
  </tbody>
)

export const SkeletonCards = (props: { rows: number }) => (
  <ul aria-hidden="true">
    {upTo(Math.min(props.rows, 12)).map((index) => (
      <li key={index} className={cardClasses.card} data-skeleton>
        <div className={cardClasses.head}>{bar}</div>
        <div className={cardClasses.fields}>{bar}</div>
      </li>
    ))}
  </ul>
)
