import { NativeSelect, Textarea, TextInput } from '@mantine/core'
import { areas } from '@steward/contract/areas/areas'
import type { BillTotal } from '@steward/contract/bills/bills'
import { allCurrencies } from '@steward/contract/values/currency'
import { currentTranslator, t } from '@steward/i18n/reader'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Bill } from '../../api/answers/records.ts'
import { useHasCall } from '../../api/missing-calls.ts'
import { PersonField } from '../../shared/people/person-field.tsx'
import { RecordEditor } from '../../shared/records/record-editor.tsx'
import type { RecordFormProps } from '../../shared/records/record-view.tsx'
import { ChoiceField } from '../../ui/form/choice-field.tsx'
import { hintBelow } from '../../ui/form/hint-below.ts'
import { FieldRow } from '../../ui/form/record-form.tsx'
import { billForm } from './bill-form.ts'
import { bills, billTotalsOptions, knownTotals, nextNumberOptions } from './bills.ts'

/** The form of a bill; a new one is a draft in the currency of most bills, unless said otherwise. */
export function BillEditor(props: RecordFormProps<Bill>) {
  const { record: bill } = props
  const isNew = bill === null
  const used = useUsedCurrencies(isNew)
  const [currencies] = useState(currencyNames)
  const { data: suggested } = useQuery({ ...nextNumberOptions, enabled: isNew })
  if (used === null) return null
  return (
    <RecordEditor of={bills} fields={billForm(bill, used[0])} {...props}>
      {({ form, input }) => {
        const { status } = form.getValues()
        return (
          <>
            <FieldRow>
              <TextInput
                {...input('number')}
                data-autofocus
                dir="auto"
                {...(isNew && {
                  placeholder: suggested,
                  ...hintBelow(
                    suggested
                      ? t('Leave empty to use the next number: {number}', { number: suggested })
                      : t('Leave empty to use the next number'),
                  ),
                })}
              />
              <ChoiceField
                {...input('status')}
                {...(bill?.status === 'paid' &&
                  status !== 'paid' &&
                  hintBelow(t('Saving clears the payment date')))}
                choices={areas.bills.statuses}
                own={bill && (bill.status ?? '')}
              />
            </FieldRow>
            <TextInput {...input('title')} dir="auto" />
            <PersonField {...input('payer')} />
            <FieldRow>
              <TextInput {...input('amount')} inputMode="decimal" autoComplete="off" />
              <NativeSelect
                {...input('currency')}
                data={currencyChoices(bill?.currency ?? null, used, currencies)}
              />
            </FieldRow>
            <FieldRow>
              <TextInput type="date" {...input('issuedAt')} />
              <TextInput type="date" {...input('dueAt')} />
            </FieldRow>
            {status === 'paid' && (
              <TextInput
                type="datetime-local"
                {...input('paidAt')}
                {...(bill?.status !== 'paid' &&
                  hintBelow(t('Leave empty to use the time of saving')))}
              />
            )}
            <Textarea {...input('notes')} dir="auto" rows={5} />
          </>
        )
      }}
    </RecordEditor>
  )
}

/** The currencies of other bills, the most frequent first; for a new bill alone, and null until they are known. */
function useUsedCurrencies(asks: boolean): string[] | null {
  const client = useQueryClient()
  // As a rule the list has totals above it; without them, as by a link to the form, they are asked for.
  const [known] = useState(() => (asks ? knownTotals(client) : []))
  const has = useHasCall('bills.totals')
  const asked = useQuery({ ...billTotalsOptions({}), enabled: has && !known, retry: false })
  // The dialog gives its first field the focus, so both come at once.
  if (asked.data === undefined && asked.isFetching) return null
  return usedCurrencies(known ?? asked.data ?? [])
}

const currencyNames = () =>
  new Intl.DisplayNames([currentTranslator().reader.language], { type: 'currency' })

function usedCurrencies(totals: readonly BillTotal[]): string[] {
  const counts = new Map<string, number>()
  for (const { currency, count } of totals)
    counts.set(currency, (counts.get(currency) ?? 0) + count)
  return [...counts].sort(([, a], [, b]) => b - a).map(([currency]) => currency)
}

/** The currencies to choose from, those in use first; `own` may be none of ISO 4217. */
function currencyChoices(own: string | null, used: readonly string[], names: Intl.DisplayNames) {
  const choice = (code: string) => ({ value: code, label: `${code} · ${names.of(code)}` })
  const isOther = own !== null && !allCurrencies.includes(own)
  const others = allCurrencies.filter((code) => !used.includes(code)).map(choice)
  return [
    ...(own === null ? [{ value: '', label: t('Choose a currency'), disabled: true }] : []),
    ...(isOther ? [{ value: own, label: own }] : []),
    ...(used.length > 0
      ? [
          { group: t('In use'), items: used.map(choice) },
          // i18n: other currencies than those in use
          { group: t('Others'), items: others },
        ]
      : others),
  ]
}
