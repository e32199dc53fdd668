import { areas } from '@steward/contract/areas'
import type { BillTotal } from '@steward/contract/bills'
import { useQuery } from '@tanstack/react-query'
import type { SentQuery } from '../../api/listing.ts'
import { useHasCall } from '../../api/missing-calls.ts'
import { counted } from '../../ui/format/locale.ts'
import { Money } from '../../ui/format/money.tsx'
import { StatusBadge } from '../../ui/record/status-badge.tsx'
import classes from './bills.module.css'
import { billTotalsOptions } from './bills.queries.ts'

/** The totals of each status, in the order of a bill's life. */
function byStatus(totals: readonly BillTotal[]) {
  return areas.bills.statuses
    .map((status) => ({ status, sums: totals.filter((total) => total.status === status) }))
    .filter(({ sums }) => sums.length > 0)
}

/**
 * What the bills of the list come to, on every page of it: a sum for each status and currency, exact
 * to the last minor unit.
 */
export function BillTotals({ query }: { query: SentQuery }) {
  const has = useHasCall('bills.totals')
  const { data } = useQuery({
    ...billTotalsOptions(query),
    placeholderData: (before) => before,
    enabled: has,
  })
  if (!has) return null
  // The sums help; where they can't be had, the list is all there. Their place is as high without them.
  if (data === undefined) return <div className={classes.totals} aria-hidden="true" />
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: on a narrow screen it is scrolled, by the keyboard too
    <section className={classes.totals} aria-label="Totals of these bills" tabIndex={0}>
      {data.length === 0 && <p className={classes.none}>Nothing to add up</p>}
      {byStatus(data).map(({ status, sums }) => (
        <div key={status} className={classes.total}>
          <div className={classes.head}>
            <StatusBadge status={status} />
            <span className={classes.count}>
              {counted(
                sums.reduce((sum, { count }) => sum + count, 0),
                'bill',
                'bills',
              )}
            </span>
          </div>
          <ul>
            {sums.map(({ currency, amount, count }) => (
              <li key={currency} title={counted(count, 'bill', 'bills')}>
                <Money amount={amount} currency={currency} />
              </li>
            ))}
          </ul>
        </div>
      ))}
    </section>
  )
}
