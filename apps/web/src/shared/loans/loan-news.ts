import type { DataOf } from '@steward/contract/calls/endpoints'
import { t } from '@steward/i18n/reader'
import { toast } from '../../ui/messages/messages.tsx'
import { loanTitle } from './loan-words.ts'

/** A server of before may not say what was declined. */
type Own = Partial<DataOf<'loans.own'>>

const answered = ({ loans = [], declined = [] }: Own) => [...loans, ...declined]

/** Says which of the person's requests colleagues have answered since `before`, and how. */
export function sayAnswers(before: Own, now: Own): void {
  const known = new Set(answered(before).map(({ _id }) => _id))
  for (const loan of answered(now)) {
    if (known.has(loan._id)) continue
    const values = { name: loan.decidedBy?.name ?? '', what: loanTitle(loan) }
    if (loan.status === 'active') toast.success(t('{name} has granted: {what}', values))
    else toast.info(t('{name} has declined: {what}', values))
  }
}
