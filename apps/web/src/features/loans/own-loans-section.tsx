import { Button } from '@mantine/core'
import type { Loan } from '@steward/contract/loans/loans'
import { t } from '@steward/i18n/reader'
import { IconHandStop } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/client.ts'
import { toFailure } from '../../api/failure.ts'
import { useHasCall } from '../../api/missing-calls.ts'
import { loanTitle } from '../../shared/loans/loan-words.ts'
import { ownLoansOptions, reloadLoans } from '../../shared/loans/loans.queries.ts'
import { FailureBox } from '../../ui/dialog/failure-box.tsx'
import { rich } from '../../ui/format/rich.tsx'
import { Time } from '../../ui/format/time.tsx'
import { toast } from '../../ui/messages/messages.tsx'
import { Item, Items, Section } from '../../ui/page/section.tsx'

/** What is on loan to the person signed in, until when, and giving it back; nothing where nothing is. */
export function OwnLoansSection() {
  const { data } = useQuery(ownLoansOptions(useHasCall('loans.own')))
  if (!data || data.loans.length === 0) return null
  return (
    <Section
      title={t('On loan to you')}
      hint={t('Permissions that a colleague has granted you for a time, on some records.')}
    >
      <Items label={t('On loan to you')}>
        {data.loans.map((loan) => (
          <OwnLoan key={loan._id} of={loan} />
        ))}
      </Items>
    </Section>
  )
}

function OwnLoan({ of: loan }: { of: Loan }) {
  const client = useQueryClient()
  const title = loanTitle(loan)
  const end = useMutation({
    mutationFn: () => call('loans.end', { params: { id: loan._id } }),
    onSuccess: () => toast.success(t('Given back')),
    onSettled: () => reloadLoans(client),
  })
  return (
    <Item
      icon={<IconHandStop size="1.25rem" stroke={1.6} aria-hidden />}
      title={title}
      actions={
        <Button
          aria-label={t('Give back: {loan}', { loan: title })}
          loading={end.isPending}
          onClick={() => end.mutate()}
        >
          {t('Give back')}
        </Button>
      }
    >
      <span>
        {rich('ends {at}, granted by {name}', {
          at: <Time at={loan.endsAt} />,
          name: <bdi>{loan.decidedBy?.name}</bdi>,
        })}
      </span>
      <FailureBox failure={end.error ? toFailure(end.error) : null} />
    </Item>
  )
}
