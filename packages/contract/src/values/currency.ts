/** The currency codes of ISO 4217 that the platform knows, sorted. */
export const allCurrencies: readonly string[] = Intl.supportedValuesOf('currency')

const codes: ReadonlySet<string> = new Set(allCurrencies)

/** Whether a code in capitals is a currency. */
export const isCurrency = (code: string): boolean => codes.has(code)

/** The decimals of the currencies that don't have two. */
export const unusualCurrencies: Readonly<Record<string, number>> = Object.fromEntries(
  Object.entries({
    0: 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF',
    3: 'BHD IQD JOD KWD LYD OMR TND',
    4: 'CLF UYW',
  }).flatMap(([decimals, all]) => all.split(' ').map((code) => [code, Number(decimals)])),
)

/** The decimals of a currency by ISO 4217, where Intl has fewer for display (HUF, IDR, IQD …). */
export const currencyDecimals = (currency: string): number => unusualCurrencies[currency] ?? 2

/** Minor units as decimal text, without rounding by floats: `decimalText(123456n, 'EUR')` is `1234.56`. */
export function decimalText(minor: bigint | number, currency: string): string {
  const decimals = currencyDecimals(currency)
  const digits = String(minor < 0 ? -minor : minor).padStart(decimals + 1, '0')
  const cut = digits.length - decimals
  const fraction = decimals > 0 ? `.${digits.slice(cut)}` : ''
  return `${minor < 0 ? '-' : ''}${digits.slice(0, cut)}${fraction}`
}
