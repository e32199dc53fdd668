import { currentTranslator, setTranslator, translator } from '@steward/i18n/reader'
import { expect, onTestFinished, test } from 'vitest'
import { makingWord } from './making-words.ts'

test('the words around a noun are those of its language', () => {
  expect(['event', 'bill'].map((noun) => makingWord('new', noun))).toEqual([
    'New event',
    'New bill',
  ])
  const english = currentTranslator()
  onTestFinished(() => setTranslator(english))
  const catalog = { 'New event': 'Nouvel événement', 'New bill': 'Nouvelle facture' }
  setTranslator(translator({ language: 'fr', locale: 'fr' }, catalog))
  expect(makingWord('new', 'event')).toBe('Nouvel événement')
  expect(makingWord('new', 'bill')).toBe('Nouvelle facture')
})

test('what has no words of its own takes its noun', () => {
  expect(makingWord('new', 'shopping post')).toBe('New shopping post')
  expect(makingWord('create', 'person')).toBe('Create person')
})
