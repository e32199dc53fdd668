import { VisuallyHidden } from '@mantine/core'
import { t } from '@steward/i18n/reader'
import { readingKey } from '../../ui/keys/reading-key.ts'
import '@mantine/core/styles/VisuallyHidden.css'
import { areas } from '@steward/contract/areas/areas'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type KeyboardEvent, useRef, useState } from 'react'
import { recordIn } from '../../api/answers/record-in.ts'
import type { Category } from '../../api/answers/records.ts'
import { call } from '../../api/client.ts'
import { toFailure } from '../../api/failure.ts'
import { useMayCall } from '../../shared/permissions/may-call.ts'
import { cacheRecord, reloadArea } from '../../shared/records/record-area.ts'
import { useNoteChange } from '../../shared/undo/note-change.ts'
import { rich } from '../../ui/format/rich.tsx'
import type { ListViewProps } from '../../ui/list/screen/list-screen.tsx'
import { FailedList } from '../../ui/list/screen/list-states.tsx'
import { useOptimisticMutation } from '../../ui/messages/use-optimistic-mutation.ts'
import { categories, categoryTreeOptions } from './categories.ts'
import classes from './category-tree.module.css'
import {
  type Branch,
  moved,
  placeAfter,
  type Step,
  type TreePosition,
  treeOf,
  visible,
} from './tree.ts'
import { TreeRow } from './tree-row.tsx'

const moves: Readonly<Record<string, Step>> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowRight: 'in',
  ArrowLeft: 'out',
}

export function CategoryTree(props: ListViewProps<Category>) {
  const client = useQueryClient()
  const options = categoryTreeOptions('asOf' in props.query ? { asOf: props.query['asOf'] } : {})
  const query = useQuery(options)
  const { mutate } = useOptimisticMutation<unknown>('category-moves')
  const note = useNoteChange()
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set())
  const [reached, setReached] = useState<string | null>(null)
  const [dragged, setDragged] = useState<Branch | null>(null)
  const [said, setSaid] = useState('')
  const list = useRef<HTMLDivElement>(null)
  const tree = treeOf(query.data ?? [])
  const shown = visible(tree, folded)
  const mayMove = useMayCall('categories.update')

  const focus = (id: string | undefined) => {
    if (id === undefined) return
    setReached(id)
    requestAnimationFrame(() =>
      list.current?.querySelector<HTMLElement>(`[data-branch="${CSS.escape(id)}"]`)?.focus(),
    )
  }
  const fold = (id: string, closed: boolean) => {
    const next = new Set(folded)
    if (closed) next.add(id)
    else next.delete(id)
    setFolded(next)
  }
  const move = (branch: Branch, place: TreePosition | null) => {
    if (place === null || !mayMove) return
    const { id, row } = branch
    const name = row.record.name ?? t('The category')
    if (place.parent !== null) fold(place.parent, false)
    mutate({
      apply: () => {
        void client.cancelQueries(options)
        const before = client.getQueryData(options.queryKey)
        if (before) client.setQueryData(options.queryKey, moved(before, id, place))
        return () => client.setQueryData(options.queryKey, before)
      },
      send: async () => {
        try {
          // A place holds whatever was moved meanwhile, so no version is sent.
          return await call('categories.update', { params: { id }, body: place })
        } catch (thrown) {
          // Another person may have moved categories at the same time, so the tree is reloaded.
          if (toFailure(thrown).status !== 0) setTimeout(() => reloadArea(client, categories, id))
          throw thrown
        }
      },
      done: (answer) => {
        const answered = recordIn<Category>('categories', answer)
        cacheRecord(client, categories, id, answered)
        note(answered, { name })
      },
    })
    setSaid(t('{name} moved to place {place}.', { name, place: place.position + 1 }))
    focus(id)
  }

  const onKey = (event: KeyboardEvent) => {
    const id = event.target instanceof HTMLElement ? event.target.dataset['branch'] : undefined
    const at = shown.findIndex((branch) => branch.id === id)
    const branch = shown[at]
    if (!branch || event.ctrlKey || event.metaKey) return
    const step = moves[readingKey(event)]
    if (event.altKey) {
      if (!step) return
      event.preventDefault()
      move(branch, placeAfter(tree, branch, step))
      return
    }
    const hasBelow = branch.below.length > 0
    const isFolded = folded.has(branch.id)
    if (step === 'down' || event.key === 'j') focus(shown[at + 1]?.id)
    else if (step === 'up' || event.key === 'k') focus(shown[at - 1]?.id)
    else if (step === 'in' && hasBelow && isFolded) fold(branch.id, false)
    else if (step === 'in') focus(branch.below[0]?.id)
    else if (step === 'out' && hasBelow && !isFolded) fold(branch.id, true)
    else if (step === 'out') focus(branch.above?.id)
    else if (event.key === 'Home') focus(shown[0]?.id)
    else if (event.key === 'End') focus(shown.at(-1)?.id)
    else if (event.key === 'Enter') props.open(branch.id)
    else return
    event.preventDefault()
  }

  if (query.error)
    return (
      <FailedList
        many={t(areas.categories.many)}
        error={query.error}
        busy={query.isFetching}
        onRetry={() => void query.refetch()}
      />
    )
  const entry = shown.find((branch) => branch.id === reached)?.id ?? shown[0]?.id
  return (
    <div className="stack gap-8 fills">
      {mayMove && (
        <p className="dim small">
          {rich(
            // i18n: what stands within <keys> is only shown where there is a keyboard
            'Drag a category to move it<keys>, or use <kbd>Alt</kbd> and the arrow keys: up or down to reorder, right to nest under the one above, left to move out</keys>.',
            {
              keys: (inner) => <span className={classes.keys}>{inner}</span>,
              kbd: (inner) => <kbd>{inner}</kbd>,
            },
          )}
        </p>
      )}
      <div
        ref={list}
        role="tree"
        aria-label={t('Categories')}
        aria-busy={query.isPending}
        className={classes.tree}
        onKeyDown={onKey}
      >
        {shown.map((branch) => (
          <TreeRow
            key={branch.id}
            branch={branch}
            siblings={(branch.above?.below ?? tree).length}
            folded={folded.has(branch.id)}
            opened={props.opened === branch.id}
            inOrder={branch.id === entry}
            dragged={dragged}
            mayMove={mayMove}
            onFold={(closed) => fold(branch.id, closed)}
            onOpen={() => props.open(branch.id)}
            onReach={() => setReached(branch.id)}
            onDrag={setDragged}
            onDrop={(place) => {
              if (dragged) move(dragged, place)
              setDragged(null)
            }}
          />
        ))}
      </div>
      <VisuallyHidden role="status">{said}</VisuallyHidden>
      {props.drawer(
        shown.map((branch) => branch.row),
        query.isPending,
      )}
    </div>
  )
}
