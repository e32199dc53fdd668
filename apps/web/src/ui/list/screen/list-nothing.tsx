import { Button } from '@mantine/core'
import { t } from '@steward/i18n/reader'
import { IconArrowBarToLeft, IconFilterOff, IconInbox } from '@tabler/icons-react'
import { rich } from '../../format/rich.tsx'
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
  // i18n: {many} is a plural noun such as “bills”, here and below
  const many = t(list.many)
  const { total = 0, totalPages = 0 } = data.pagination ?? {}
  const search = state.search.trim()
  if (data.lacksFilterFields)
    return (
      <PageMessage
        part
        icon={<IconInbox aria-hidden />}
        // i18n: such as “Can’t tell whose bills these are”
        title={t('Can’t tell whose {many} these are', { many })}
      >
        <p>{t('This server doesn’t say whose they are, so none are shown.')}</p>
      </PageMessage>
    )
  if (total > 0)
    return (
      <PageMessage
        part
        icon={<IconArrowBarToLeft aria-hidden />}
        title={t('There is no page {page}', { page: state.page })}
        actions={
          <Button onClick={() => change({ page: Math.max(1, totalPages) }, { replace: true })}>
            {t('Go to the last page')}
          </Button>
        }
      >
        <p>
          {/* i18n: {records} is such as “3 bills” */}
          {t('The list has {records} on {pages, plural, one {# page} other {# pages}}.', {
            records: t(list.count, { count: total }),
            pages: totalPages,
          })}
        </p>
      </PageMessage>
    )
  if (!isNarrowed(state, definition))
    return (
      <PageMessage
        part
        icon={<IconInbox aria-hidden />}
        // i18n: {many} is a plural noun such as “bills”
        title={emptyTitle ? t(emptyTitle) : t('No {many} yet', { many })}
      >
        {/* i18n: {many} is a plural noun such as “bills” */}
        <p>{emptyHint ? t(emptyHint) : t('New {many} will appear here.', { many })}</p>
      </PageMessage>
    )
  const done = isDone(state, definition) ? definition.done : undefined
  const words = <bdi>{search}</bdi>
  const isFiltered = isNarrowed({ ...state, search: '' }, definition)
  return (
    <PageMessage
      part
      icon={done ? <IconInbox aria-hidden /> : <IconFilterOff aria-hidden />}
      // i18n: {many} is a plural noun such as “bills”
      title={done ? t(done.title) : t('No {many} found', { many })}
      actions={
        <Button onClick={props.onClear}>
          {/* i18n: {many} is a plural noun such as “bills” */}
          {isFirst(state, list) ? t('Show all {many}', { many }) : t('Clear search and filters')}
        </Button>
      }
    >
      {search === '' ? (
        <p>
          {/* i18n: {many} is a plural noun such as “bills” */}
          {done ? t(done.hint) : t('No {many} match these filters.', { many })}
        </p>
      ) : (
        <p>
          {isFiltered
            ? // i18n: {many} is a plural noun such as “bills”
              rich('No {many} match “{search}” with these filters.', { many, search: words })
            : // i18n: {many} is a plural noun such as “bills”
              rich('No {many} match “{search}”.', { many, search: words })}
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
