import { actionWords } from '@steward/contract/permissions/permission-words'
import classes from './compare.module.css'
import type { ComparedRow, Comparison } from './compare.ts'

/**
 * What two roles permit, a row a submodule; what only one of them does is marked.
 * @param props.all shows also what both permit
 */
export function ComparedRows(props: {
  compared: Comparison
  nameA: string
  nameB: string
  all: boolean
}) {
  const { nameA, nameB, all } = props
  const rows = props.compared.rows.filter(
    ({ onlyA, onlyB }) => all || onlyA.length + onlyB.length > 0,
  )
  if (rows.length === 0) return null
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          <th scope="col">Area</th>
          <th scope="col">
            <bdi>{nameA}</bdi>
          </th>
          <th scope="col">
            <bdi>{nameB}</bdi>
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={`${row.module}\n${row.submodule}`}>
            <th scope="row">
              <bdi>{row.submodule}</bdi>
              {row.module !== row.submodule && <span>{row.module}</span>}
            </th>
            <Side row={row} own={row.onlyA} other={nameA} all={all} />
            <Side row={row} own={row.onlyB} other={nameB} all={all} />
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Side(props: { row: ComparedRow; own: string[]; other: string; all: boolean }) {
  const shared = props.all ? props.row.both : []
  return (
    <td data-role={props.other}>
      {props.own.length + shared.length === 0 ? (
        <span className={classes.none}>—</span>
      ) : (
        <ul>
          {props.own.map((action) => (
            <li key={action} data-only>
              {actionWords(action)}
            </li>
          ))}
          {shared.map((action) => (
            <li key={action}>{actionWords(action)}</li>
          ))}
        </ul>
      )}
    </td>
  )
}
