import { Button } from '@mantine/core'
import { IconArrowBarToLeft, IconFilterOff, IconInbox } from '@tabler/icons-react'
import { count, counted } from '../../format/locale.ts'
import { PageMessage } from '../../page/page-message.tsx'
import type { ListDefinition } from '../definition/list-definition.ts'
import type { ListState } from '../definition/list-spec.ts'
import { isFirst } from '../url/first-view.ts'
import { isNarrowed } from '../url/list-codec.ts'
import type { ChangeList } from '../url/use-list-state.ts'
import type { ListData } from './use-list-data.ts'

export interface BodyProps<T> {
  data: ListData<T>
  state: ListState
  definition: ListDefinition<T>
  change: ChangeList
}

/** Explains why there are no rows: an empty list, filters without results, or an empty page. */
export function NothingHere(props: BodyProps<unknown> & { onClear: () => void }) {
  const { data, state, definition, change } = props
  const { list, emptyTitle, emptyHint } = definition
  const { one, many } = list
  const { total = 0, totalPages = 0 } = data.pagination ?? {}
  const search = state.search.trim()
  if (data.lacksFilterFields)
    return (
      <PageMessage
        part
        icon={<IconInbox aria-hidden />}
        title={`Can’t tell whose ${many} these are`}
      >
        <p>This server doesn’t say whose they are, so none are shown.</p>
      </PageMessage>
    )
  if (total > 0)
    return (
      <PageMessage
        part
        icon={<IconArrowBarToLeft aria-hidden />}
        title={`There is no page ${count(state.page)}`}
        actions={
          <Button onClick={() => change({ page: Math.max(1, totalPages) }, { replace: true })}>
            Go to the last page
          </Button>
        }
      >
        <p>
          The list has {counted(total, one, many)} on {counted(totalPages, 'page', 'pages')}.
        </p>
      </PageMessage>
    )
  if (!isNarrowed(state, definition))
    return (
      <PageMessage part icon={<IconInbox aria-hidden />} title={emptyTitle ?? `No ${many} yet`}>
        <p>{emptyHint ?? `New ${many} will appear here.`}</p>
      </PageMessage>
    )
  const done = isDone(state, definition) ? definition.done : undefined
  const isFiltered = isNarrowed({ ...state, search: '' }, definition)
  return (
    <PageMessage
      part
      icon={done ? <IconInbox aria-hidden /> : <IconFilterOff aria-hidden />}
      title={done?.title ?? `No ${many} found`}
      actions={
        <Button onClick={props.onClear}>
          {isFirst(state, list) ? `Show all ${many}` : 'Clear search and filters'}
        </Button>
      }
    >
      {search === '' ? (
        <p>{done?.hint ?? `No ${many} match these filters.`}</p>
      ) : (
        <p>
          No {many} match “<bdi>{search}</bdi>”{isFiltered && ' with these filters'}.
        </p>
      )}
    </PageMessage>
  )
}

/** Whether a list asks for its queue and nothing else. */
function isDone<T>({ search, filters }: ListState, { done }: ListDefinition<T>): boolean {
  const asked = Object.entries(filters)
  return (
    done !== undefined &&
    search.trim() === '' &&
    asked.length === Object.keys(done.filters).length &&
    asked.every(([key, value]) => String(value) === done.filters[key])
  )
}
