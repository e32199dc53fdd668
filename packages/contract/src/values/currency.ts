/** ISO 4217 as the platform knows it, by alphabet. */
export const allCurrencies: readonly string[] = Intl.supportedValuesOf('currency')

const codes: ReadonlySet<string> = new Set(allCurrencies)

/** In capitals. */
export const isCurrency = (code: string): boolean => codes.has(code)

/** Those that don't have two. */
export const unusualCurrencies: Readonly<Record<string, number>> = Object.fromEntries(
  Object.entries({
    0: 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF',
    3: 'BHD IQD JOD KWD LYD OMR TND',
    4: 'CLF UYW',
  }).flatMap(([decimals, all]) => all.split(' ').map((code) => [code, Number(decimals)])),
)

/** By ISO 4217; Intl leaves some out for display (HUF, IDR, IQD …). */
export const currencyDecimals = (currency: string): number => unusualCurrencies[currency] ?? 2

/** Never through a float: `decimalText(123456n, 'EUR')` is `1234.56`. */
export function decimalText(minor: bigint | number, currency: string): string {
  const decimals = currencyDecimals(currency)
  const digits = String(minor < 0 ? -minor : minor).padStart(decimals + 1, '0')
  const cut = digits.length - decimals
  const fraction = decimals > 0 ? `.${digits.slice(cut)}` : ''
  return `${minor < 0 ? '-' : ''}${digits.slice(0, cut)}${fraction}`
}
