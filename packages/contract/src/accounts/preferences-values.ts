/** How a person likes to read; what is absent is as their browser, or their language, has it. */
export interface Preferences {
  /** The language of words, such as `de`. */
  language?: string | null | undefined
  /** The IANA time zone in which times are shown and typed. */
  timeZone?: string | null | undefined
  /** The first day of a week: 1 for Monday, 6 for Saturday, 7 for Sunday. */
  firstDay?: 1 | 6 | 7 | null | undefined
  /** The hours of a clock. */
  hours?: 12 | 24 | null | undefined
  /** The shape of numbers, as the language that writes them so. */
  numbers?: NumberShape | null | undefined
}

/** `1,234.5` · `1.234,5` · `1 234,5` · `1’234.5` · `١٬٢٣٤٫٥` */
export const numberShapes = ['en', 'de', 'fr', 'de-CH', 'ar-EG'] as const
export type NumberShape = (typeof numberShapes)[number]
export const firstDays = [1, 6, 7] as const
export const hourCycles = [12, 24] as const
