import { memo, useEffect, useRef } from 'react'
import classes from './matrix.module.css'
import { MatrixRow, type RowProps } from './matrix-row.tsx'
import { PartBox } from './part-box.tsx'
import { useCount } from './use-matrix.ts'

const rowHeight = 2.375

/** One module: a box for all of it, and its rows once `ready`. The browser skips rows out of sight. */
export const MatrixModule = memo(function MatrixModule(
  props: Omit<RowProps, 'row'> & { module: number; rows: readonly number[]; ready: boolean },
) {
  const { store, module, rows, ready, readOnly } = props
  const place = useRef<HTMLTableSectionElement>(null)
  const count = useCount(store, 'module', module)
  useEffect(() => {
    const element = place.current
    if (!element || typeof IntersectionObserver === 'undefined') return
    const observer = new IntersectionObserver(
      ([entry]) => {
        store.near[module] = entry?.isIntersecting ? 1 : 0
      },
      { rootMargin: '400px' },
    )
    observer.observe(element)
    return () => {
      observer.disconnect()
      store.near[module] = 1
    }
  }, [store, module])
  const name = store.shape.modules[module]?.name ?? ''
  const height = `${(rows.length + 1) * rowHeight}rem`
  return (
    <tbody
      ref={place}
      className={classes.module}
      style={{
        containIntrinsicBlockSize: `auto ${height}`,
        minHeight: ready ? undefined : height,
      }}
    >
      <tr className={classes.moduleRow}>
        <th
          scope="rowgroup"
          colSpan={store.shape.columns.length + 1}
          className={`row between gap-12 ${classes.name}`}
        >
          <PartBox
            store={store}
            part="module"
            index={module}
            label={`All of the module ${name}`}
            column={0}
            readOnly={readOnly}
          >
            <bdi>{name}</bdi>
          </PartBox>
          <span className={classes.count}>
            {store.touched ? 'not known' : `${count} of ${store.bitsOf('module', module).length}`}
          </span>
        </th>
      </tr>
      {ready &&
        rows.map((row) => (
          <MatrixRow key={row} store={store} row={row} readOnly={readOnly} onCell={props.onCell} />
        ))}
    </tbody>
  )
})
