import type { ReactNode } from 'react'
import classes from './imports.module.css'

/** A small table of texts beside each other, such as a value here and in the file. */
export function SidesTable(props: {
  caption: ReactNode
  head: readonly string[]
  rows: readonly { key: string; head: ReactNode; cells: readonly string[] }[]
}) {
  return (
    <table className={classes.sides}>
      <caption>{props.caption}</caption>
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
            {cells.map((text, at) => (
              <td key={props.head[at + 1]} dir="auto">
                {text}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
