import { currentTranslator, setTranslator, translator } from '@steward/i18n/reader'
import { afterEach, expect, test } from 'vitest'
import { besideEachOther } from './phrases.ts'

const english = currentTranslator()
afterEach(() => setTranslator(english))

test('texts beside each other keep their own direction, and stand in that of the page', () => {
  expect(besideEachOther(['B-1', null, '', 'Rent'])).toBe('B-1 · Rent')
  expect(besideEachOther(['إيجار', 'B-1'])).toBe('\u200e\u2068إيجار\u2069 · B-1')
  setTranslator(translator({ language: 'ar', locale: 'ar' }))
  expect(besideEachOther(['B-1', 'إيجار'])).toBe('\u200f\u2068B-1\u2069 · إيجار')
  expect(besideEachOther([null, 'إيجار'])).toBe('إيجار')
})
