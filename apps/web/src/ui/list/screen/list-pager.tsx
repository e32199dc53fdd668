import { ActionIcon } from '@mantine/core'
import type { Pagination } from '@steward/contract/lists/listing'
import { t } from '@steward/i18n/reader'
import {
  IconChevronLeft,
  IconChevronRight,
  IconChevronsLeft,
  IconChevronsRight,
} from '@tabler/icons-react'
import { memo, useState } from 'react'
import { rich } from '../../format/rich.tsx'
import { useIntent } from '../../load/use-intent.ts'
import { pageSizes } from '../url/list-codec.ts'
import classes from './list.module.css'

/** The range of a page in its list: `26–50 of 16,376`, `26–50 of …` while that is counted, or `of at least 10,000`. */
function rangeWords(pagination: Pagination, rows: number, counts: boolean): string {
  const { page, limit, total, exact } = pagination
  if (rows === 0) return t('{place} of {total}', { place: 0, total })
  const first = (page - 1) * limit + 1
  const range = { first, last: first + rows - 1 }
  if (exact === false && !counts)
    return t('{first}–{last} of at least {total}', { ...range, total })
  return t('{first}–{last} of {total}', { ...range, total: exact === false ? '…' : total })
}

interface PagerProps {
  /** Null while unknown; the pager then has the same size. */
  pagination: Pagination | null
  /** Whether the total is being counted. */
  counts: boolean
  rows: number
  page: number
  limit: number
  onPage: (page: number) => void
  onLimit: (limit: number) => void
  /** Prefetches a page that is probably wanted next; null if nothing is to be loaded. */
  onIntent: ((page: number, signal: AbortSignal) => void) | null
}

export const ListPager = memo(function ListPager(props: PagerProps) {
  const { pagination, page, limit, onPage, onIntent } = props
  const last = Math.max(1, pagination?.totalPages ?? 1)
  const isInexact = pagination?.exact === false
  const sizes = [...new Set([...pageSizes, limit])].sort((a, b) => a - b)
  const next = page < last && onIntent ? page + 1 : null
  const begin = (signal: AbortSignal) => next !== null && onIntent?.(next, signal)
  const intent = useIntent(begin, next)
  const step = (
    label: string,
    to: number,
    off: boolean,
    Icon: typeof IconChevronLeft,
    handlers?: typeof intent,
  ) => (
    <ActionIcon
      {...handlers}
      variant="default"
      size={32}
      aria-label={label}
      disabled={off || pagination === null}
      onClick={() => {
        handlers?.onClick()
        onPage(to)
      }}
    >
      <Icon size="1rem" aria-hidden />
    </ActionIcon>
  )
  return (
    <nav className={classes.pager} aria-label={t('Pages')}>
      <label className="inline-row wrap gap-6">
        <span>{t('Rows', {}, 'how many a page shows')}</span>
        <select value={limit} onChange={(event) => props.onLimit(Number(event.target.value))}>
          {sizes.map((size) => (
            <option key={size}>{size}</option>
          ))}
        </select>
      </label>
      <span className={classes.range}>
        {pagination === null ? '' : rangeWords(pagination, props.rows, props.counts)}
      </span>
      <span className="inline-row wrap gap-6">
        {step(t('First page'), 1, page <= 1, IconChevronsLeft)}
        {step(t('Previous page'), Math.min(page - 1, last), page <= 1, IconChevronLeft)}
        <PageJump page={page} last={last} isInexact={isInexact} onPage={onPage} />
        {step(t('Next page'), page + 1, page >= last, IconChevronRight, intent)}
        {step(t('Last page'), last, isInexact || page >= last, IconChevronsRight)}
      </span>
    </nav>
  )
})

function PageJump(props: {
  page: number
  last: number
  isInexact: boolean
  onPage: (page: number) => void
}) {
  // The typed page number until it is confirmed; null for the current page.
  const [text, setText] = useState<string | null>(null)
  const jump = () => {
    setText(null)
    const to = Number.parseInt(text ?? '', 10)
    if (Number.isNaN(to)) return
    const within = Math.min(props.isInexact ? to : props.last, Math.max(1, to))
    if (within !== props.page) props.onPage(within)
  }
  const field = (
    <input
      inputMode="numeric"
      aria-label={t('Page number')}
      value={text ?? props.page}
      onChange={(event) => setText(event.currentTarget.value)}
      onFocus={(event) => event.currentTarget.select()}
      onBlur={jump}
      onKeyDown={(event) => {
        if (event.key === 'Enter') jump()
      }}
    />
  )
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: its field stands in the message
    <label className={classes.jump}>
      {/* i18n: {page} is a field with a number */}
      {rich('<w>Page</w>{page}<w>of {total}</w>', {
        page: field,
        total: props.isInexact ? '…' : props.last,
        w: (words) => <span>{words}</span>,
      })}
    </label>
  )
}
