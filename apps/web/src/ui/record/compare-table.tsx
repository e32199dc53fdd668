import type { ReactNode } from 'react'
import classes from './compare-table.module.css'

export function CompareTable(props: {
  caption?: ReactNode
  head: readonly string[]
  rows: readonly { key: string; head: ReactNode; cells: readonly ReactNode[] }[]
}) {
  return (
    <table className={classes.table}>
      {props.caption && <caption className="dim small mt-12">{props.caption}</caption>}
      <thead>
        <tr>
          {props.head.map((words) => (
            <th key={words} scope="col" className="dim small">
              {words}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {props.rows.map(({ key, head, cells }) => (
          <tr key={key}>
            <th scope="row" className="dim small">
              {head}
            </th>
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
