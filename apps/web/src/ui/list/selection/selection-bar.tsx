import { Button } from '@mantine/core'
import { t } from '@steward/i18n/reader'
import { IconCopy } from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { focusPageIfLost } from '../../keys/focus-page.ts'
import { useRoving } from '../../keys/use-roving.ts'
import { toast } from '../../messages/messages.tsx'
import type { Column } from '../definition/list-definition.ts'
import type { ListSpec } from '../definition/list-spec.ts'
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
  words: Pick<ListSpec, 'count'>
  total: number
  onAll: (() => void) | undefined
  children?: ReactNode
}) {
  const { chosen, columns, words, total } = props
  const bar = useRef<HTMLDivElement>(null)
  useRoving(bar)
  // It goes with the last chosen row, and its button with it that was pressed.
  useEffect(() => focusPageIfLost, [])
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(rowsAsText(chosen.rows.values(), columns))
      const records = t(words.count, { count: chosen.size })
      // i18n: {records} is such as “3 bills”
      toast.success(t('Copied {records}, ready to paste into a spreadsheet.', { records }))
    } catch {
      toast.error(t('Copying was blocked. It may need https.'))
    }
  }
  return (
    <div ref={bar} className={classes.selection} role="toolbar" aria-label={t('Selected rows')}>
      <span aria-live="polite">
        {chosen.all && chosen.size === total
          ? t('{count, plural, one {All # selected} other {All # selected}}', {
              count: chosen.size,
            })
          : t('{count, plural, one {# selected} other {# selected}}', { count: chosen.size })}
      </span>
      {props.onAll && !chosen.all && chosen.size < total && (
        <Button variant="subtle" size="compact-sm" onClick={props.onAll}>
          {/* i18n: {records} is such as “3 bills” */}
          {t('Select all {records}', { records: t(words.count, { count: total }) })}
        </Button>
      )}
      {!chosen.all && <BulkButton label={t('Copy')} icon={IconCopy} onClick={() => void copy()} />}
      {props.children}
      <Button variant="subtle" size="compact-sm" onClick={chosen.clear}>
        {t('Clear', {}, 'clear the selection')}
      </Button>
    </div>
  )
}
