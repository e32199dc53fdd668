import { currentTranslator } from '@steward/i18n/reader'

/**
 * The key of an event as on a page that is read from the left: on one that is read from the right,
 * ArrowLeft leads on and ArrowRight back.
 */
export function readingKey({ key }: { key: string }): string {
  if (currentTranslator().direction === 'ltr') return key
  if (key === 'ArrowLeft') return 'ArrowRight'
  return key === 'ArrowRight' ? 'ArrowLeft' : key
}
