import { Button } from '@mantine/core'
import { t } from '@steward/i18n/reader'
import { type ReactNode, useEffect, useRef } from 'react'
import { rich } from '../../ui/format/rich.tsx'
import { Time } from '../../ui/format/time.tsx'
import { focusPageIfLost } from '../../ui/keys/focus-page.ts'
import { Item, Items, SectionState } from '../../ui/page/section.tsx'
import { StatusBadge } from '../../ui/record/status-badge.tsx'

/** What somebody asked colleagues to decide: a request, a proposal. */
interface Asked {
  _id: string
  by: { name: string }
  reason: string
  status: string
  createdAt: string
}

/**
 * One page of a list of requests, with its states.
 * @param props.empty what is shown where there are none at all
 */
export function RequestItems<R extends Asked>(props: {
  label: string
  empty: string
  list: readonly R[] | undefined
  error: Error | null
  onRetry: () => unknown
  page: number
  pages: number | undefined
  onPage: (page: number) => void
  children: (request: R) => ReactNode
}) {
  const { list, page, pages = 0, onPage } = props
  const count = list?.length ?? 0
  const before = useRef(count)
  // What was decided leaves the list, with the button that the dialog would give the focus back to.
  useEffect(() => {
    if (count < before.current) focusPageIfLost()
    before.current = count
  }, [count])
  if (!list) return <SectionState error={props.error} onRetry={() => void props.onRetry()} />
  if (list.length === 0 && page === 1) return <p className="dim">{props.empty}</p>
  return (
    <>
      <Items label={props.label}>{list.map(props.children)}</Items>
      {pages > 1 && (
        <div className="row gap-8">
          <Button disabled={page <= 1} onClick={() => onPage(page - 1)}>
            {t('Newer')}
          </Button>
          <Button disabled={page >= pages} onClick={() => onPage(page + 1)}>
            {t('Older')}
          </Button>
          <span className="dim">{t('Page {page} of {pages}', { page, pages })}</span>
        </div>
      )}
    </>
  )
}

/**
 * One request of a list.
 * @param props.mayDecide whether the reader can decide about it
 * @param props.more what follows after who asked and when
 */
export function RequestItem(props: {
  of: Asked
  title: string
  icon: ReactNode
  mayDecide: boolean
  onOpen: () => void
  actions?: ReactNode
  more?: ReactNode
}) {
  const { of: request, title, mayDecide } = props
  const named = { request: title, name: request.by.name }
  return (
    <Item
      icon={props.icon}
      title={
        <span className="row wrap gap-8">
          <bdi>{title}</bdi> <StatusBadge status={request.status} />
        </span>
      }
      actions={
        <>
          {props.actions}
          <Button
            {...(mayDecide && { variant: 'filled' })}
            aria-label={
              mayDecide
                ? t('Review: {request}, by {name}', named)
                : t('Show: {request}, by {name}', named)
            }
            onClick={props.onOpen}
          >
            {mayDecide ? t('Review') : t('Show')}
          </Button>
        </>
      }
    >
      <span className="anywhere">
        <bdi>{request.reason}</bdi>
      </span>
      <span>
        {rich('{name}, {at}', {
          name: <bdi>{request.by.name}</bdi>,
          at: <Time at={request.createdAt} />,
        })}
        {props.more && <> · {props.more}</>}
      </span>
    </Item>
  )
}
