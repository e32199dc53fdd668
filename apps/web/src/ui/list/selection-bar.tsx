import { Button } from '@mantine/core'
import { IconCopy } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { Row } from '../../api/listing.ts'
import { counted } from '../locale.ts'
import { toast } from '../messages.tsx'
import { rowsAsText } from './copy-rows.ts'
import classes from './list.module.css'
import type { Column } from './list-definition.ts'

/**
 * What can be done with the chosen rows: copying them for a spreadsheet, and the list's own actions.
 * @param props.children actions of the list, as buttons
 */
export function SelectionBar<T>(props: {
  chosen: ReadonlyMap<string, Row<T>>
  columns: readonly Column<T>[]
  one: string
  many: string
  onClear: () => void
  children?: ReactNode
}) {
  const { chosen, columns, one, many } = props
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(rowsAsText(chosen.values(), columns))
      toast.success(`Copied ${counted(chosen.size, one, many)}, ready to paste into a spreadsheet.`)
    } catch {
      toast.error('The browser does not let this page copy. It may need a secure (https) address.')
    }
  }
  return (
    <div className={classes.selection} role="toolbar" aria-label="Selected rows">
      <span aria-live="polite">{chosen.size} selected</span>
      <Button
        variant="default"
        size="compact-sm"
        leftSection={<IconCopy size={14} aria-hidden />}
        onClick={() => void copy()}
      >
        Copy
      </Button>
      {props.children}
      <Button variant="subtle" size="compact-sm" onClick={props.onClear}>
        Clear
      </Button>
    </div>
  )
}
