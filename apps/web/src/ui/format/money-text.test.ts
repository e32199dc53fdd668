import { currentTranslator, setTranslator, translator } from '@steward/i18n/reader'
import { expect, onTestFinished, test } from 'vitest'
import { moneyText } from './money-text.ts'

test('each currency has its own decimals', () => {
  expect(moneyText(123456, 'EUR')).toBe('€1,234.56')
  expect(moneyText(1235, 'JPY')).toBe('¥1,235')
  expect(moneyText(1234567, 'KWD')?.replace(/\s/u, ' ')).toBe('KWD 1,234.567')
  expect(moneyText(-5, 'EUR')).toBe('-€0.05')
  expect(moneyText(1234, 'IQD')?.replace(/\s/u, ' ')).toBe('IQD 1.234')
})

test('amounts beyond floating point stay exact', () => {
  expect(moneyText('9007199254740993', 'EUR')).toBe('€90,071,992,547,409.93')
  expect(moneyText(9007199254740993n, 'JPY')).toBe('¥9,007,199,254,740,993')
})

test('what is no proper amount is neither guessed nor thrown', () => {
  expect(moneyText(null, 'EUR')).toBeNull()
  expect(moneyText(undefined, undefined)).toBeNull()
  expect(moneyText({}, 'EUR')).toBeNull()
  expect(moneyText(12.5, 'EUR')).toBe('12.5 EUR')
  expect(moneyText(100, '')).toBe('100')
  expect(moneyText(100, 'EURO')).toBe('100 EURO')
  expect(moneyText('ten', 'EUR')).toBe('ten EUR')
})

test('a symbol with letters is isolated on right-to-left pages, so that its sign stays beside them', () => {
  const english = currentTranslator()
  onTestFinished(() => setTranslator(english))
  setTranslator(translator({ language: 'ar', locale: 'ar' }))
  expect(moneyText(93030, 'GBP')).toContain('\u2068UK£\u2069')
  expect(moneyText(93030, 'EUR')).not.toContain('\u2068')
})
