import { UnstyledButton } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { areas } from '@steward/contract/areas/areas'
import type { BillTotal } from '@steward/contract/bills/bills'
import { t } from '@steward/i18n/reader'
import { IconChevronDown } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useLayoutEffect, useRef, useState } from 'react'
import type { SentQuery } from '../../api/listing.ts'
import { useHasCall } from '../../api/missing-calls.ts'
import { Money } from '../../ui/format/money.tsx'
import { StatusBadge } from '../../ui/record/status-badge.tsx'
import classes from './bills.module.css'
import { billTotalsOptions } from './bills.ts'

function byStatus(totals: readonly BillTotal[]) {
  return areas.bills.statuses
    .map((status) => ({ status, sums: totals.filter((total) => total.status === status) }))
    .filter(({ sums }) => sums.length > 0)
}

/** The sums of the bills that the list finds on all pages, by status and currency. */
export function BillTotals({ query }: { query: SentQuery }) {
  const has = useHasCall('bills.totals')
  const { data } = useQuery({
    ...billTotalsOptions(query),
    placeholderData: (before) => before,
    enabled: has,
  })
  const [whole, setWhole] = useState(false)
  // As in bills.module.css.
  const scrolls = useMediaQuery('(max-width: 62em)', false, { getInitialValueInEffect: false })
  if (!has) return null
  // The sums help; where they can't be had, the list is all there. Their place is as high without them.
  if (data === undefined) return <div className={classes.totals} aria-hidden="true" />
  if (data.length === 0) return null
  const groups = byStatus(data)
  // The amount may be hidden from the reader.
  const hasAmounts = data.every(({ amount }) => amount !== undefined)
  const isMore = hasAmounts && groups.some(({ sums }) => sums.length > 1)
  return (
    <div className={classes.totals} data-whole={whole || undefined}>
      {/* On a narrow screen it is scrolled, by the keyboard too. */}
      <section
        className={classes.strip}
        {...(scrolls && { tabIndex: 0 })}
        aria-label={t('Totals of these bills')}
      >
        {groups.map(({ status, sums }) => (
          <div key={status} className={classes.total}>
            <div className="flex between gap-12">
              <StatusBadge status={status} />
              <span className="dim xs">
                {t(areas.bills.count, { count: sums.reduce((sum, { count }) => sum + count, 0) })}
              </span>
            </div>
            {hasAmounts && <Sums sums={sums} />}
          </div>
        ))}
      </section>
      {isMore && (
        <UnstyledButton
          className={classes.more}
          aria-expanded={whole}
          aria-label={t('All currencies')}
          title={t('All currencies')}
          onClick={() => setWhole(!whole)}
        >
          <IconChevronDown size="1rem" aria-hidden />
        </UnstyledButton>
      )}
    </div>
  )
}

/** The amounts of a status, and how many more there are than the line has room for. */
function Sums({ sums }: { sums: readonly BillTotal[] }) {
  const list = useRef<HTMLUListElement>(null)
  const [more, setMore] = useState(0)
  useLayoutEffect(() => {
    const { current } = list
    if (!current || typeof ResizeObserver === 'undefined') return
    const look = () => {
      const bottom = current.getBoundingClientRect().bottom
      const below = [...current.children].filter(
        (each) => each.getBoundingClientRect().top >= bottom - 1,
      )
      setMore(sums.length > 1 ? below.length : 0)
    }
    look()
    const observer = new ResizeObserver(look)
    observer.observe(current)
    return () => observer.disconnect()
  }, [sums])
  return (
    <div className="flex gap-8" data-counted>
      <ul ref={list} className="flex wrap medium">
        {sums.map(({ currency, amount, count }) => (
          <li key={currency} className="shrinks" title={t(areas.bills.count, { count })}>
            <Money amount={amount} currency={currency} />
          </li>
        ))}
      </ul>
      {more > 0 && <span className="dim xs" aria-hidden="true">{`+${more}`}</span>}
    </div>
  )
}
