import { Button } from '@mantine/core'
import { areas } from '@steward/contract/areas/areas'
import { t } from '@steward/i18n/reader'
import { useQueryClient } from '@tanstack/react-query'
import type { Row } from '../../api/listing.ts'
import { reloadLists } from '../../api/record-cache.ts'
import classes from '../../ui/dialog/dialog.module.css'
import { openDialog } from '../../ui/dialog/open-dialog.ts'
import { BulkButton, bulkButtons } from '../../ui/list/selection/bulk-button.tsx'
import type { Chosen } from '../../ui/list/selection/use-selection.ts'
import { consequences, jobWords } from '../acts/job-words.ts'
import { EachDialog } from './each-dialog.tsx'
import { type RecordArea, useMayDelete, useSendDeletion } from './record-area.ts'
import { useEach } from './use-each.ts'

type Action = 'restore' | 'purge'

/** What can be done with chosen records that are deleted, one after the other. */
export function EachRecord<T>({ of, chosen }: { of: RecordArea<T>; chosen: Chosen<T> }) {
  const may = useMayDelete(of)
  const rows = [...chosen.rows.values()]
  return (['restore', 'purge'] as const)
    .filter((action) => rows.some(({ record }) => may(action, record)))
    .map((action) => (
      <BulkButton
        key={action}
        {...bulkButtons[action]}
        onClick={() =>
          openDialog(<EachRecordDialog of={of} action={action} rows={rows} onDone={chosen.clear} />)
        }
      />
    ))
}

function EachRecordDialog<T>(props: {
  of: RecordArea<T>
  action: Action
  rows: readonly Row<T>[]
  onDone: () => void
}) {
  const { action, of, rows } = props
  const records = t(areas[of.area].count, { count: rows.length })
  const client = useQueryClient()
  const send = useSendDeletion(of)
  const each = useEach()
  const { title, question } = jobWords({ area: of.area, action }, records)
  const start = async () => {
    const steps = rows.map(({ id, record }) => ({ id, name: of.name(record) }))
    await each.go(steps, async ({ id }) => {
      await send(action, id)
      of.changed?.(client, id)
    })
    void reloadLists(client, of.area)
  }
  return (
    <EachDialog
      each={each}
      area={of.area}
      did={action === 'restore' ? 'restored' : 'purged'}
      title={title}
      question={question}
      total={rows.length}
      onDone={props.onDone}
      button={
        <Button
          variant="filled"
          {...(action === 'purge' && { color: 'red.9' })}
          onClick={() => void start()}
        >
          {title}
        </Button>
      }
    >
      <p className={classes.text}>
        {t((action === 'restore' && of.returning) || consequences[action])}
      </p>
    </EachDialog>
  )
}
