const codes: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'))

/** Whether a text is a code of ISO 4217, in capitals, as far as the platform knows them. */
export const isCurrency = (code: string): boolean => codes.has(code)
