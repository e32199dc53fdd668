import type { ReactNode } from 'react'
import classes from './compare-table.module.css'

export function CompareTable(props: {
  caption?: ReactNode
  head: readonly string[]
  rows: readonly { key: string; head: ReactNode; cells: readonly ReactNode[] }[]
}) {
  return (
    <table className={classes.table}>
      {props.caption && <caption>{props.caption}</caption>}
      <thead>
        <tr>
          {props.head.map((words) => (
            <th key={words} scope="col">
              {words}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {props.rows.map(({ key, head, cells }) => (
          <tr key={key}>
            <th scope="row">{head}</th>
            {cells.map((cell, at) => (
              <td key={props.head[at + 1]} dir="auto">
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
