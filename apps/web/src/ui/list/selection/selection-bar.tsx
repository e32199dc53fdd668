import { Button } from '@mantine/core'
import { IconCopy } from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { count, counted } from '../../format/locale.ts'
import { focusPageIfLost } from '../../keys/focus-page.ts'
import { useRoving } from '../../keys/use-roving.ts'
import { toast } from '../../messages/messages.tsx'
import type { Column } from '../definition/list-definition.ts'
import classes from '../screen/list.module.css'
import { rowsAsText } from '../table/copy-rows.ts'
import { BulkButton } from './bulk-button.tsx'
import type { Chosen } from './use-selection.ts'

/**
 * What can be done with the chosen rows: copying them, and the list’s own actions (children). `total` is what the list
 * finds on every page, `onAll` chooses that.
 */
export function SelectionBar(props: {
  chosen: Chosen<unknown>
  columns: readonly Column<unknown>[]
  words: { one: string; many: string }
  total: number
  onAll: (() => void) | undefined
  children?: ReactNode
}) {
  const { chosen, columns, words, total } = props
  const { one, many } = words
  const bar = useRef<HTMLDivElement>(null)
  useRoving(bar)
  // It goes with the last chosen row, and its button with it that was pressed.
  useEffect(() => focusPageIfLost, [])
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(rowsAsText(chosen.rows.values(), columns))
      toast.success(`Copied ${counted(chosen.size, one, many)}, ready to paste into a spreadsheet.`)
    } catch {
      toast.error('Copying was blocked. It may need https.')
    }
  }
  return (
    <div ref={bar} className={classes.selection} role="toolbar" aria-label="Selected rows">
      <span aria-live="polite">
        {chosen.all && chosen.size === total ? 'All ' : ''}
        {count(chosen.size)} selected
      </span>
      {props.onAll && !chosen.all && chosen.size < total && (
        <Button variant="subtle" size="compact-sm" onClick={props.onAll}>
          Select all {count(total)} {many}
        </Button>
      )}
      {!chosen.all && <BulkButton label="Copy" icon={IconCopy} onClick={() => void copy()} />}
      {props.children}
      <Button variant="subtle" size="compact-sm" onClick={chosen.clear}>
        Clear
      </Button>
    </div>
  )
}
