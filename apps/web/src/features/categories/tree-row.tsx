import { UnstyledButton } from '@mantine/core'
import { areas } from '@steward/contract/areas/areas'
import { t } from '@steward/i18n/reader'
import { IconChevronRight } from '@tabler/icons-react'
import { type DragEvent, useId, useState } from 'react'
import { StatusBadge } from '../../ui/record/status-badge.tsx'
import { CategoryMenu } from './category-actions.tsx'
import { CategoryName } from './category-name.tsx'
import classes from './category-tree.module.css'
import { type Branch, placeOfDrop, type TreePosition } from './tree.ts'

type Where = 'before' | 'after' | 'within'

function whereOf(event: DragEvent<HTMLElement>): Where {
  const { top, height } = event.currentTarget.getBoundingClientRect()
  const part = (event.clientY - top) / height
  return part < 0.3 ? 'before' : part > 0.7 ? 'after' : 'within'
}

export function TreeRow(props: {
  branch: Branch
  siblings: number
  folded: boolean
  opened: boolean
  inOrder: boolean
  dragged: Branch | null
  mayMove: boolean
  onFold: (closed: boolean) => void
  onOpen: () => void
  onReach: () => void
  onDrag: (branch: Branch | null) => void
  onDrop: (place: TreePosition | null) => void
}) {
  const { branch, dragged, folded } = props
  const { record } = branch.row
  const [over, setOver] = useState<Where | null>(null)
  const counts = [record.postCount ?? null, record.shoppingPostCount ?? null]
  const posts = counts.every((each) => each === null)
    ? null
    : counts.reduce<number>((sum, each) => sum + (each ?? 0), 0)
  const words = useId()
  const hasBelow = branch.below.length > 0
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree hears Enter for all of its rows
    <div
      role="treeitem"
      aria-level={branch.level}
      aria-posinset={branch.place + 1}
      aria-setsize={props.siblings}
      aria-expanded={hasBelow ? !folded : undefined}
      aria-selected={props.opened}
      aria-labelledby={words}
      data-branch={branch.id}
      data-over={over ?? undefined}
      data-dragged={dragged?.id === branch.id || undefined}
      tabIndex={props.inOrder ? 0 : -1}
      draggable={props.mayMove}
      className={classes.row}
      style={{ paddingInlineStart: 8 + (branch.level - 1) * 24 }}
      onFocus={props.onReach}
      onClick={(event) => {
        if (event.target instanceof Element && event.target.closest('button')) return
        props.onOpen()
      }}
      onDragStart={(event) => {
        event.dataTransfer.effectAllowed = 'move'
        event.dataTransfer.setData('text/plain', record.name ?? '')
        props.onDrag(branch)
      }}
      onDragEnd={() => props.onDrag(null)}
      onDragOver={(event) => {
        const where = whereOf(event)
        if (dragged === null || placeOfDrop(dragged, branch, where) === null) return
        event.preventDefault()
        if (where !== over) setOver(where)
      }}
      onDragLeave={() => setOver(null)}
      onDrop={(event) => {
        event.preventDefault()
        setOver(null)
        props.onDrop(dragged && placeOfDrop(dragged, branch, whereOf(event)))
      }}
    >
      <UnstyledButton
        tabIndex={-1}
        className={classes.fold}
        data-folded={folded || undefined}
        data-none={!hasBelow || undefined}
        aria-label={folded ? t('Expand') : t('Collapse')}
        onClick={() => props.onFold(!folded)}
      >
        <IconChevronRight size="1rem" aria-hidden />
      </UnstyledButton>
      <span id={words} className={`contents ${classes.words}`}>
        <span className="grow">
          {!record.name ? <code>{branch.id}</code> : <CategoryName category={record} />}
        </span>{' '}
        {record.status === 'inactive' && <StatusBadge status={record.status} />}{' '}
        {posts !== null && (
          <span className="dim small nowrap">{t(areas.posts.count, { count: posts })}</span>
        )}
      </span>
      <CategoryMenu record={record} />
    </div>
  )
}
