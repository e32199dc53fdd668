import { typedAmount } from './amount.ts'
import { moneyText } from './money-text.ts'

/** The ways in which an amount may be typed, which a search compares. */
export function amountTexts(minor: unknown, currency: unknown): string[] {
  const code = typeof currency === 'string' ? currency : ''
  const plain = typedAmount(minor, code)
  if (plain === '') return []
  const [whole = '', fraction] = plain.split(/[.,]/)
  const grouped = (mark: string) => whole.replaceAll(/\B(?=(?:\d{3})+$)/g, mark)
  const wholes = [whole, ...[',', '.', ' ', '’', "'"].map(grouped)]
  const written = wholes.flatMap((each) =>
    fraction === undefined ? [each] : [`${each}.${fraction}`, `${each},${fraction}`],
  )
  return [...new Set([...written, code, moneyText(minor, currency) ?? ''])]
}
