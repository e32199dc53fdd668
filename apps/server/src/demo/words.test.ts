import { readdirSync } from 'node:fs'
import { languageCodes } from '@steward/i18n/catalog'
import { describe, expect, it, test } from 'vitest'
import { buildPeople, drawLanguage, drawName } from './people.ts'
import { noPictures } from './pictures.ts'
import { Random } from './random.ts'
import { wordFile, wordFiles, wordsIn } from './words.ts'

const folder = new URL('./words/', import.meta.url)
const languages = readdirSync(folder).filter((name) => name !== 'en')
/** The files that a language has of its own. */
const own = languages.flatMap((language) =>
  readdirSync(new URL(`${language}/`, folder)).map((file) => [language, file] as const),
)

/** Keys whose maps are by language: a community of another language may know others. */
const byLanguage = ['names', 'abouts', 'posts']
/** Texts that programs read: they are the same in every language. */
const kept = ['slug', 'color', 'category', 'to', 'language']

const slotsIn = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort()

/** What differs in shape, counts, slots and numbers from the English, each with its place. */
function differences(english: unknown, other: unknown, at: string): string[] {
  if (Array.isArray(english)) {
    if (!Array.isArray(other)) return [`${at} is no list`]
    if (other.length !== english.length)
      return [`${at} has ${other.length} entries instead of ${english.length}`]
    return english.flatMap((each, i) => differences(each, other[i], `${at}[${i}]`))
  }
  if (typeof english === 'object' && english !== null) {
    if (typeof other !== 'object' || other === null) return [`${at} is no object`]
    const keys = (value: object) => Object.keys(value).sort().join()
    if (keys(english) !== keys(other)) return [`${at} has the keys ${keys(other)}`]
    return Object.entries(english).flatMap(([key, each]) => {
      const there = (other as Record<string, unknown>)[key]
      if (kept.includes(key) && typeof each === 'string')
        return there === each ? [] : [`${at}.${key} is ${there} instead of ${each}`]
      return differences(each, there, `${at}.${key}`)
    })
  }
  if (typeof english === 'string' && typeof other === 'string') {
    if (other.trim() === '' && english.trim() !== '') return [`${at} is empty`]
    return String(slotsIn(english)) === String(slotsIn(other)) ? [] : [`${at} has other slots`]
  }
  if (typeof english === 'number' && /\.(low|high)$/.test(at)) return []
  return english === other ? [] : [`${at} is ${other} instead of ${english}`]
}

/** A file without its maps by language, and of them that of the main language. */
function comparable(file: object & { main?: string }): object {
  const entries = Object.entries(file as Record<string, never>).filter(
    ([key]) => !['main', 'unusualNames', 'phones', 'currencies'].includes(key),
  )
  return Object.fromEntries(
    entries.map(([key, value]) => {
      if (!file.main || !byLanguage.includes(key)) return [key, value]
      const of = (value as Record<string, object>)[file.main]
      const {
        weight: _,
        familyFirst: __,
        between: ___,
        ...main
      } = { ...of } as Record<string, unknown>
      return [key, Array.isArray(of) ? of : main]
    }),
  )
}

test('every folder is that of a language that Steward speaks', () => {
  expect(languageCodes()).toEqual(expect.arrayContaining(languages))
  for (const [, file] of own) expect(wordFiles.map((name) => `${name}.json`)).toContain(file)
})

describe.each(languages)('the words of %s', (language) => {
  it.each(wordFiles)('have the shape, counts and slots of English in %s', (name) => {
    const english = comparable(wordFile(name, 'en'))
    expect(differences(english, comparable(wordFile(name, language)), name)).toEqual([])
  })

  it('give people a name in letters that an address may have', () => {
    const words = wordsIn(language)
    const random = new Random(1)
    const weights = Object.entries(words.names).sort(([, a], [, b]) => b.weight - a.weight)
    expect(weights[0]?.[0]).toBe(words.main)
    for (let i = 0; i < 2_000; i += 1) {
      const { latin } = drawName(random, words, drawLanguage(random, words))
      expect(latin).toMatch(/^[a-z]+\.[a-z]+$/)
    }
    for (const { latin, language: spoken } of words.unusualNames) {
      expect(latin).toMatch(/^[a-z.]+$/)
      expect(words.names).toHaveProperty([spoken])
    }
  })

  it('have addresses and telephone numbers of nobody', () => {
    const { spammers, registrations, phones, acts, currencies } = wordsIn(language)
    for (const { email } of [...spammers, ...registrations])
      expect(email).toMatch(/^[a-z.]+\+[a-z0-9]+@example\.(com|org|net)$/)
    for (const phone of [...phones, acts.phone]) expect(phone).toMatch(/^\+[1-9][\d ]+$/)
    expect(Object.keys(currencies).every((code) => /^[A-Z]{3}$/.test(code))).toBe(true)
  })
})

test('the same seed gives the same people in a language, and others in another', () => {
  const people = (language: string) => {
    const random = new Random(7)
    const id = (at: number) => random.id(at)
    const nobody = { members: [], businesses: [], staff: [], category: () => null }
    const now = Date.parse('2026-03-14T12:00:00Z')
    const words = wordsIn(language)
    const { members, owners } = buildPeople(
      { random, now, id, pictures: noPictures, words, ...nobody },
      [],
    )
    return [...members, ...owners].map(({ row }) => [row.name, row.email, row.location])
  }
  expect(people('de')).toEqual(people('de'))
  expect(people('de')).not.toEqual(people('en'))
  for (const [, email] of people('de')) expect(email ?? '').toMatch(/^[\x20-\x7e]*$/)
})

test('what has no words is in English', () => {
  expect(wordFile('polls', 'xx')).toBe(wordFile('polls', 'en'))
  expect(wordFile('polls', '../en')).toBe(wordFile('polls', 'en'))
  expect(wordsIn('xx').main).toBe('en')
})
