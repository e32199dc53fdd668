import { describe, expect, it } from 'vitest'
import { compiled } from './catalog.ts'
import { isolated, msg, setCompiler, translator } from './reader.ts'

setCompiler(compiled)

const english = translator({ language: 'en', locale: 'en' })
const of = (language: string, messages: Record<string, string>, more: object = {}) =>
  translator(
    { language, locale: language, ...more },
    Object.fromEntries(Object.entries(messages).map(([key, text]) => [key, compiled(text)])),
  )

describe('a message', () => {
  it('is its English text where it isn’t translated', () => {
    expect(english.t('Save')).toBe('Save')
    expect(of('de', {}).t('Bill {number} deleted.', { number: 'B-1' })).toBe('Bill B-1 deleted.')
  })

  it('is in the reader’s language, with its values in the order of that language', () => {
    const { t } = of('de', { '{name} of {list}': 'In {list}: {name}' })
    expect(t('{name} of {list}', { name: 'Ann', list: 'Team' })).toBe('In Team: Ann')
  })

  it('differs by its context', () => {
    const { t } = of('de', { Open: 'Offen', [msg('Open', 'verb')]: 'Öffnen' })
    expect([t('Open'), t('Open', {}, 'verb'), t(msg('Open', 'verb'))]).toEqual([
      'Offen',
      'Öffnen',
      'Öffnen',
    ])
    // Without a translation the context isn't shown.
    expect(english.t('Open', {}, 'verb')).toBe('Open')
  })

  it('chooses a case of a select, and the other one for what it doesn’t know', () => {
    const message = '{kind, select, poll {Poll {n}} other {Survey {n}}}'
    expect(english.t(message, { kind: 'poll', n: 1 })).toBe('Poll 1')
    expect(english.t(message, { kind: 'quiz', n: 1 })).toBe('Survey 1')
  })

  it.each(['constructor', 'toString', '__proto__'])('may be anybody’s text, such as %s', (text) => {
    for (const { t } of [english, of('de', {})]) {
      expect(t(text)).toBe(text)
      expect(t(`{${text}}`)).toBe(`{${text}}`)
      expect(t('{kind, select, poll {Poll} other {Survey}}', { kind: text })).toBe('Survey')
    }
  })
})

describe('plurals', () => {
  const message = '{count, plural, one {# bill} other {# bills}}'

  it('have a case for exactly a number', () => {
    const { t } = english
    expect(t('{n, plural, =0 {none} one {# row} other {# rows}}', { n: 0 })).toBe('none')
    expect([0, 1, 2, 1234].map((count) => t(message, { count }))).toEqual([
      '0 bills',
      '1 bill',
      '2 bills',
      '1,234 bills',
    ])
  })

  it('are six in Arabic', () => {
    const { t } = of('ar', {
      [message]: '{count, plural, zero {z} one {o} two {t} few {f #} many {m #} other {x #}}',
    })
    const written = [0, 1, 2, 3, 11, 100].map((count) =>
      t(message, { count }).replace(/[\s\d٠-٩]/g, ''),
    )
    expect(written).toEqual(['z', 'o', 't', 'f', 'm', 'x'])
  })

  it('follow the language, not English: Japanese has one form, French counts 0 as one', () => {
    expect(
      of('ja', { [message]: '{count, plural, other {請求書#件}}' }).t(message, { count: 1 }),
    ).toBe('請求書1件')
    const french = '{count, plural, one {# facture} many {# factures} other {# factures}}'
    expect(of('fr', { [message]: french }).t(message, { count: 0 })).toBe('0 facture')
  })
})

describe('values', () => {
  it('that are numbers are written as the reader writes them', () => {
    const message = '{n} rows'
    expect(english.t(message, { n: 16376 })).toBe('16,376 rows')
    expect(of('de', {}).t(message, { n: 16376 })).toBe('16.376 rows')
    expect(of('de', {}, { numbers: 'en' }).t(message, { n: 16376 })).toBe('16,376 rows')
    expect(of('en', {}, { numbers: 'de-CH' }).t(message, { n: 16376 })).toMatch(/^16[’']376 rows$/)
  })

  it('that are several are written as a list', () => {
    const names = ['Ann', 'Bea', 'Cid']
    expect(english.t('{names} left', { names })).toBe('Ann, Bea, and Cid left')
    expect(of('de', {}).t('{names} left', { names })).toBe('Ann, Bea und Cid left')
  })

  it('of the other direction are isolated', () => {
    expect(english.t('{name} saved', { name: 'Ann' })).toBe('Ann saved')
    expect(english.t('{name} saved', { name: 'منى' })).toBe('\u2068منى\u2069 saved')
    const { t } = of('ar', { '{name} saved': 'حُفظ {name}' })
    expect(t('{name} saved', { name: 'Ann' })).toBe('حُفظ \u2068Ann\u2069')
    expect(t('{name} saved', { name: 'منى' })).toBe('حُفظ منى')
    expect(isolated('2026-11-28', 'rtl')).toBe('2026-11-28')
  })

  it('that aren’t given leave their placeholder, as braces may be part of a text', () => {
    expect(english.t('A {thing} of somebody')).toBe('A {thing} of somebody')
    expect(english.t('{name} has {thing}', { name: 'Ann' })).toBe('Ann has {thing}')
  })

  it('that look like placeholders or tags stay as they are', () => {
    expect(english.t('{name} saved', { name: '{count}' })).toBe('{count} saved')
    expect(english.parts('<b>{name}</b>', { name: '<b>' })).toEqual(['<b>', '<b>', '</b>'])
  })
})
