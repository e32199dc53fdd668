import type { BillTotal } from '@steward/contract/bills/bills'
import { allCurrencies } from '@steward/contract/values/currency'

const names = new Intl.DisplayNames(['en'], { type: 'currency' })

const choice = (code: string) => ({ value: code, label: `${code} · ${names.of(code)}` })

export function usedCurrencies(totals: readonly BillTotal[]): string[] {
  const counts = new Map<string, number>()
  for (const { currency, count } of totals)
    counts.set(currency, (counts.get(currency) ?? 0) + count)
  return [...counts].sort(([, a], [, b]) => b - a).map(([currency]) => currency)
}

/** The currencies to choose from, those in use first. @param own the bill's own, which may be none of ISO 4217 */
export function currencyChoices(own: string | null, used: readonly string[]) {
  const isOther = own !== null && !allCurrencies.includes(own)
  const others = allCurrencies.filter((code) => !used.includes(code)).map(choice)
  return [
    ...(own === null ? [{ value: '', label: 'Choose a currency', disabled: true }] : []),
    ...(isOther ? [{ value: own, label: own }] : []),
    ...(used.length > 0
      ? [
          { group: 'In use', items: used.map(choice) },
          { group: 'Others', items: others },
        ]
      : others),
  ]
}
