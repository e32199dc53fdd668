import { t } from '@steward/i18n/reader'
import { IconBan, IconCalendarDollar, IconCash, IconSend } from '@tabler/icons-react'
import { timeOf } from '../../api/answers/read.ts'
import type { Bill } from '../../api/answers/records.ts'
import { actionsOf } from '../../shared/records/area-actions.tsx'
import { useChange } from '../../shared/records/use-change.ts'
import { openDialog } from '../../ui/dialog/open-dialog.ts'
import { localTime, midnightOf } from '../../ui/format/local-time.ts'
import { dialogPart } from '../../ui/page/lazy-part.tsx'
import { billChange, bills } from './bills.ts'

const PaymentDialog = dialogPart(async () => (await import('./payment-dialog.tsx')).PaymentDialog)

/** The issue time to send with a draft that has none: other servers need it; never after the due day. */
function issuedNow(bill: Bill): { issuedAt?: string } {
  const today = midnightOf(localTime(Date.now()).slice(0, 10)) ?? ''
  const due = timeOf(bill.dueAt)
  return bill.issuedAt || (due !== null && due < Date.parse(today)) ? {} : { issuedAt: today }
}

export const { Menu: BillMenu, Buttons: BillButtons } = actionsOf(bills, (bill, { may }) => {
  const change = useChange(bills)
  const { status } = bill
  const isOpen = may && status !== 'paid' && status !== 'void'
  return [
    may &&
      status === 'draft' && {
        label: t('Issue', {}, 'verb: issue a bill'),
        icon: IconSend,
        key: 's',
        act: () =>
          change(bill, billChange({ status: 'due', ...issuedNow(bill) }, t('Bill issued'))),
      },
    isOpen && {
      label: t('Mark as paid'),
      icon: IconCash,
      key: 'm',
      act: () => change(bill, billChange({ status: 'paid' }, t('Bill marked as paid'))),
    },
    isOpen && {
      label: t('Mark as paid on…'),
      icon: IconCalendarDollar,
      key: 'o',
      act: () => openDialog(<PaymentDialog bill={bill} />),
    },
    isOpen && {
      label: t('Void', {}, 'verb: void a bill'),
      icon: IconBan,
      act: () => change(bill, billChange({ status: 'void' }, t('Bill voided'))),
    },
  ]
})
