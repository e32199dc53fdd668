import { actionWords } from '@steward/contract/permissions/permission-words'
import classes from './matrix.module.css'
import type { MatrixStore } from './matrix-store.ts'
import { TriBox } from './tri-box.tsx'
import { useTally, useWhole } from './use-matrix.ts'

/** The head of the matrix: a box for everything, and one for each action. */
export function MatrixHead({ store, readOnly }: { store: MatrixStore; readOnly: boolean }) {
  useWhole(store)
  return (
    <thead className={classes.head}>
      <tr className={classes.row}>
        <th scope="col" className={classes.name}>
          <TriBox
            state={store.stateOf('whole', 0)}
            label="Everything"
            column={0}
            readOnly={readOnly}
            onFlip={() => store.flip(store.bitsOf('all', 0))}
          >
            Everything
          </TriBox>
        </th>
        {store.shape.columns.map((action, column) => (
          <HeadCell key={action} store={store} column={column} readOnly={readOnly} />
        ))}
      </tr>
    </thead>
  )
}

function HeadCell(props: { store: MatrixStore; column: number; readOnly: boolean }) {
  const { store, column, readOnly } = props
  useTally(store, 'columns', column)
  const action = store.shape.columns[column] ?? ''
  return (
    <th scope="col" className={classes.headCell}>
      <TriBox
        state={store.stateOf('columns', column)}
        label={`Every “${actionWords(action)}”`}
        column={column + 1}
        readOnly={readOnly}
        onFlip={() => store.flip(store.bitsOf('column', column))}
      >
        <bdi>{actionWords(action)}</bdi>
      </TriBox>
    </th>
  )
}
