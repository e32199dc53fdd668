/** The codes of ISO 4217 that the platform knows, by alphabet. */
export const allCurrencies: readonly string[] = Intl.supportedValuesOf('currency')

const codes: ReadonlySet<string> = new Set(allCurrencies)

/** Whether a text is a code of ISO 4217, in capitals, as far as the platform knows them. */
export const isCurrency = (code: string): boolean => codes.has(code)

/** Decimals of the currencies that don't have two. */
export const unusualCurrencies: Readonly<Record<string, number>> = Object.fromEntries(
  Object.entries({
    0: 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF',
    3: 'BHD IQD JOD KWD LYD OMR TND',
    4: 'CLF UYW',
  }).flatMap(([decimals, all]) => all.split(' ').map((code) => [code, Number(decimals)])),
)

/** Decimals of a currency by ISO 4217; Intl leaves some out for display (HUF, IDR, IQD …). */
export const currencyDecimals = (currency: string): number => unusualCurrencies[currency] ?? 2

/** An amount in minor units as a decimal number, never through a float: `decimalText(123456n, 'EUR')` is `1234.56`. */
export function decimalText(minor: bigint | number, currency: string): string {
  const decimals = currencyDecimals(currency)
  const digits = String(minor < 0 ? -minor : minor).padStart(decimals + 1, '0')
  const cut = digits.length - decimals
  const fraction = decimals > 0 ? `.${digits.slice(cut)}` : ''
  return `${minor < 0 ? '-' : ''}${digits.slice(0, cut)}${fraction}`
}
