import { IconChevronRight } from '@tabler/icons-react'
import { use } from 'react'
import { count } from '../../format/locale.ts'
import list from '../screen/list.module.css'
import classes from './fold-button.module.css'
import { FoldContext } from './folds.ts'

/** The button that opens a line of several rows, with a note on them; nothing in a line of one. */
export function FoldButton<T>(props: { note: (records: readonly T[]) => string }) {
  const fold = use(FoldContext)
  if (!fold) return null
  const rows = count(fold.records.length)
  const note = props.note(fold.records as readonly T[])
  return (
    <button
      type="button"
      className={classes.fold}
      tabIndex={-1}
      aria-expanded={fold.opened}
      title={fold.opened ? 'Show as one line' : `Show all ${rows}`}
      onClick={fold.onToggle}
    >
      ×{rows} <span className={list.unseen}>in a row</span>
      {note && ` · ${note}`}
      <IconChevronRight size="0.875rem" aria-hidden />
    </button>
  )
}
