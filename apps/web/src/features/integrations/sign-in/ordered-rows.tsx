import { ActionIcon, Button } from '@mantine/core'
import '@mantine/core/styles/ActionIcon.css'
import { t } from '@steward/i18n/reader'
import { IconArrowDown, IconArrowUp, IconPlus, IconTrash } from '@tabler/icons-react'
import { type ReactNode, useRef } from 'react'
import classes from './ordered-rows.module.css'

/** A row with a key of its own, by which its fields stay while it moves. */
export interface Row {
  key: string
}

/** Gives an entry a key of its own. */
export const rowOf = <E extends object>(entry: E): E & Row => ({
  ...entry,
  key: crypto.getRandomValues(new Uint32Array(2)).join('-'),
})

// i18n-ignore: a selector
const fields = 'input, select'

/** Rows in an order that counts, each moved by buttons or by Alt and the arrow keys. */
export function OrderedRows<R extends Row>(props: {
  label: string
  /** What one row is called, with its place from 1. */
  nameOf: (place: number) => string
  rows: readonly R[]
  onRows: (rows: R[]) => void
  /** The fields of a row. */
  children: (row: R, change: (changed: Partial<R>) => void, place: number) => ReactNode
  addWords: string
  onAdd: () => R
  max: number
}) {
  const { rows, onRows } = props
  const listRef = useRef<HTMLOListElement>(null)
  const focusLater = (key: string, what: string) =>
    setTimeout(() => {
      const row = listRef.current?.querySelector(`[data-row="${key}"]`)
      row?.querySelector<HTMLElement>(what)?.focus()
    })
  const move = (at: number, by: -1 | 1, focused: string | null) => {
    const row = rows[at]
    const other = rows[at + by]
    if (!row || !other) return
    const moved = [...rows]
    moved[at] = other
    moved[at + by] = row
    onRows(moved)
    if (focused) focusLater(row.key, focused)
  }
  const remove = (at: number) => {
    const next = rows[at + 1] ?? rows[at - 1]
    onRows(rows.filter((_, i) => i !== at))
    if (next) focusLater(next.key, fields)
  }
  return (
    <>
      {rows.length > 0 && (
        <ol ref={listRef} className={classes.rows} aria-label={props.label}>
          {rows.map((row, at) => {
            const name = props.nameOf(at + 1)
            const button = (
              words: string,
              what: string,
              act: () => void,
              icon: ReactNode,
              isOff = false,
            ) => (
              <ActionIcon
                size="lg"
                variant="default"
                aria-label={`${name}: ${words}`}
                data-act={what}
                aria-disabled={isOff || undefined}
                onClick={() => isOff || act()}
              >
                {icon}
              </ActionIcon>
            )
            return (
              <li
                key={row.key}
                data-row={row.key}
                className={classes.row}
                onKeyDown={(event) => {
                  const by = { ArrowUp: -1, ArrowDown: 1 }[event.key] as -1 | 1 | undefined
                  if (!event.altKey || !by) return
                  event.preventDefault()
                  const name =
                    event.target instanceof HTMLElement ? event.target.getAttribute('name') : null
                  move(at, by, name ? `[name="${name}"]` : null)
                }}
              >
                <span className={classes.place} aria-hidden>
                  {at + 1}
                </span>
                <div className={classes.fields}>
                  {props.children(
                    row,
                    (changed) =>
                      onRows(rows.map((each, i) => (i === at ? { ...each, ...changed } : each))),
                    at + 1,
                  )}
                </div>
                <div className={classes.actions}>
                  {button(
                    t('Move up'),
                    'up',
                    () => move(at, -1, '[data-act="up"]'),
                    <IconArrowUp size="1rem" aria-hidden />,
                    at === 0,
                  )}
                  {button(
                    t('Move down'),
                    'down',
                    () => move(at, 1, '[data-act="down"]'),
                    <IconArrowDown size="1rem" aria-hidden />,
                    at === rows.length - 1,
                  )}
                  {button(
                    t('Remove'),
                    'remove',
                    () => remove(at),
                    <IconTrash size="1rem" aria-hidden />,
                  )}
                </div>
              </li>
            )
          })}
        </ol>
      )}
      {rows.length < props.max && (
        <div>
          <Button
            leftSection={<IconPlus size="1rem" aria-hidden />}
            onClick={() => {
              const row = props.onAdd()
              onRows([...rows, row])
              focusLater(row.key, fields)
            }}
          >
            {props.addWords}
          </Button>
        </div>
      )}
    </>
  )
}
