// @vitest-environment jsdom
import { currentTranslator, setTranslator, translator } from '@steward/i18n/reader'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { changePreferences, loadRest, readerOf, showAs, shownPreferences } from './language.ts'
import { languageFor, storedPreferences } from './preferences.ts'

const known = ['ar', 'de', 'en', 'pt-BR']

describe('the language', () => {
  test.each([
    [['de-AT', 'en'], 'de'],
    [['fr', 'ar-EG'], 'ar'],
    [['DE'], 'de'],
    [['pt-BR'], 'en'],
    [['den'], 'en'],
    [[null, undefined, 'de'], 'de'],
    [[], 'en'],
  ])('of %j is %s', (wanted, language) => {
    expect(languageFor(wanted, ['ar', 'de', 'en'])).toBe(language)
  })

  test('may have a region of its own', () => {
    expect(
      languageFor(
        ['pt-br'],
        known.map((each) => each.toLowerCase()),
      ),
    ).toBe('pt-br')
  })
})

describe('a reader', () => {
  const catalogs: Record<string, object> = {
    'de.json': { Save: 'Speichern' },
    'ar.json': {},
    'fr.json': { Save: 'Enregistrer' },
    'es.json': {},
    'es-rest.json': { Save: 'Guardar' },
  }
  beforeEach(() => {
    globalThis.stewardEarly = {
      own: true,
      config: Promise.resolve({}),
      answers: new Map(),
      languages: {
        en: { name: 'English' },
        de: { name: 'Deutsch', start: 'de.json' },
        ar: { name: 'العربية', start: 'ar.json' },
        fr: { name: 'français', start: 'fr.json' },
        es: { name: 'español', start: 'es.json', rest: 'es-rest.json' },
      },
    }
    vi.stubGlobal('navigator', { ...navigator, languages: ['en-GB', 'de-AT'] })
    vi.stubGlobal('fetch', async (url: string) => {
      const found = catalogs[url.replace(/^.*\//, '')]
      return new Response(JSON.stringify(found ?? {}), { status: found ? 200 : 404 })
    })
  })
  afterEach(() => {
    vi.unstubAllGlobals()
    globalThis.stewardEarly = undefined
    localStorage.clear()
    document.documentElement.removeAttribute('dir')
    document.documentElement.removeAttribute('lang')
    setTranslator(translator({ language: 'en', locale: 'en' }))
  })

  test('has the browser’s variant of the language, and what was chosen', () => {
    expect(readerOf({})).toMatchObject({ language: 'en', locale: 'en-GB', timeZone: undefined })
    expect(readerOf({ language: 'de', hours: 12 }).locale).toBe('de-AT-u-hc-h12')
    expect(readerOf({ language: 'ar' }).locale).toBe('ar')
    expect(readerOf({ numbers: 'de-CH', timeZone: 'Asia/Tokyo' })).toMatchObject({
      numbers: 'de-CH',
      timeZone: 'Asia/Tokyo',
    })
    // A language that no build has any more.
    expect(readerOf({ language: 'tlh' }).language).toBe('en')
  })

  test('reads in the language chosen, with its direction, and keeps the choice', async () => {
    await changePreferences({ language: 'de' })
    expect(currentTranslator().t('Save')).toBe('Speichern')
    expect(document.documentElement.lang).toBe('de')
    expect(storedPreferences()).toEqual({ language: 'de' })
    await changePreferences({ language: 'ar' })
    expect(document.documentElement.dir).toBe('rtl')
    expect(shownPreferences()).toEqual({ language: 'ar' })
  })

  test('reads English where the messages can’t be loaded, and asks for them again', async () => {
    const { fetch } = globalThis
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('offline')))
    await showAs({ language: 'fr', timeZone: 'UTC' })
    expect(currentTranslator().t('Save')).toBe('Save')
    vi.stubGlobal('fetch', fetch)
    await showAs({ language: 'fr' })
    expect(currentTranslator().t('Save')).toBe('Enregistrer')
  })

  test('asks again for the messages behind the sign-in that a lost connection kept away', async () => {
    const { fetch } = globalThis
    vi.stubGlobal('fetch', async (url: string) => {
      if (url.endsWith('es-rest.json')) throw new TypeError('offline')
      return await fetch(url)
    })
    await showAs({ language: 'es' })
    await loadRest()
    const asked = vi.fn(fetch)
    vi.stubGlobal('fetch', asked)
    await loadRest()
    await loadRest()
    expect(asked).toHaveBeenCalledTimes(1)
    expect(currentTranslator().t('Save')).toBe('Guardar')
  })

  test.each([
    'null',
    '[',
    '7',
    '"de"',
    '{"language":7,"timeZone":"Mars/Base","numbers":"x","firstDay":9,"hours":5}',
  ])('is as the browser has it where %s is stored', (stored) => {
    localStorage.setItem('steward-preferences', stored)
    expect(readerOf(storedPreferences())).toEqual({
      language: 'en',
      locale: 'en-GB',
      numbers: 'en-GB',
      timeZone: undefined,
      firstDay: undefined,
    })
  })

  test('of two choices in a row has the later one', async () => {
    await Promise.all([
      changePreferences({ language: 'ar' }),
      changePreferences({ language: 'de' }),
    ])
    expect(currentTranslator().reader.language).toBe('de')
  })
})
