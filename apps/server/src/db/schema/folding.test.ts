import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { engines, openTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { textKey } from '../../text-key.ts'

/**
 * Newer than Unicode 14, which the oldest PostgreSQL that Steward runs on may know: letters of
 * scripts that hardly anybody types, and three that are the other case of an older letter.
 */
const newer =
  /[\u019B\u0264\u1C89\u1C8A\uA7CB-\uA7CF\uA7D2-\uA7D5\uA7DA-\uA7DC\u{105C0}-\u{105FF}\u{10D40}-\u{10D8F}\u{11380}-\u{113FF}\u{16100}-\u{1613F}\u{16D40}-\u{16D7F}\u{16EA0}-\u{16ED3}\u{1CC00}-\u{1CEBF}\u{1E030}-\u{1E08F}\u{A7F1}\u{11B60}-\u{11B67}]/u

/** Every assigned character that folding could change: ideographs and the like stay as they are. */
const characters = Array.from({ length: 0x110000 }, (_, code) => code)
  .filter((code) => code > 0 && (code < 0xd800 || code > 0xdfff))
  .map((code) => String.fromCodePoint(code))
  .filter((one) => !/\p{Cn}|\p{Co}/u.test(one) && !newer.test(one))
  .filter((one) => !(/\p{Lo}/u.test(one) && one.normalize('NFKD') === one))

const letters = characters.filter(
  (one) => one.toLowerCase() !== one || one.toUpperCase() !== one || /\p{Lt}/u.test(one),
)

/**
 * The iota under a Greek vowel is a mark to small letters and a letter of its own to capital ones;
 * as a mark it is folded like the accents.
 */
const hasIotaBelow = (one: string) => one.normalize('NFD').includes('\u0345')

type Fold = 'steward_fold' | 'steward_key'

describe('text is folded', () => {
  const open = new Map<(typeof engines)[number], TestDatabase>()
  beforeAll(async () => {
    for (const engine of engines) open.set(engine, await openTestDatabase(engine))
  })
  afterAll(() => Promise.all([...open.values()].map((test) => test.dispose())))

  const fold = async (engine: (typeof engines)[number], by: Fold, texts: readonly string[]) => {
    const db = open.get(engine)?.connection.db
    if (!db) throw new Error(`${engine} is not open`)
    const { rows } = await sql<{ folded: string[] }>`
      select array(
        select ${sql.ref(by)}(text) from unnest(${texts}::text[]) with ordinality as each (text, n)
        order by n
      ) as folded`.execute(db)
    return rows[0]?.folded ?? []
  }
  /** Pairs that are not the same, by the text that they came from; readable where a test fails. */
  const different = (texts: readonly string[], one: string[], other: string[]) =>
    texts
      .map((text, at) => ({ text, one: one[at], other: other[at] }))
      .filter((each) => each.one !== each.other)

  const cases: [Fold][] = [['steward_fold'], ['steward_key']]

  it.each(cases)('the same on every engine, each character there is (%s)', async (by) => {
    const own = await fold('embedded', by, characters)
    expect(own).toHaveLength(characters.length)
    for (const engine of engines) {
      expect(different(characters, own, await fold(engine, by, characters))).toEqual([])
    }
  })

  it('as the import compares names before they reach the database', async () => {
    const keys = await fold('embedded', 'steward_key', characters)
    expect(different(characters, keys, characters.map(textKey))).toEqual([])
  })

  it.each(cases)('without regard to case, each letter there is (%s)', async (by) => {
    const plain = letters.filter((one) => !hasIotaBelow(one))
    for (const engine of engines) {
      const own = await fold(engine, by, plain)
      for (const other of [
        plain.map((one) => one.toUpperCase()),
        plain.map((one) => one.toLowerCase()),
        plain.map((one) => one.toUpperCase().toLowerCase()),
      ]) {
        expect(different(plain, own, await fold(engine, by, other))).toEqual([])
      }
      expect(different(plain, own, await fold(engine, by, own))).toEqual([])
    }
  })

  it.each(cases)('the same on every engine, words of any letters (%s)', async (by) => {
    const word = fc.string({ unit: fc.constantFrom(...characters), minLength: 2, maxLength: 12 })
    const words = fc.sample(word, { numRuns: 2_000, seed: 1 })
    const own = await fold('embedded', by, words)
    for (const engine of engines) {
      expect(different(words, own, await fold(engine, by, words))).toEqual([])
    }
  })

  it('so that nobody has to know how a name is written', async () => {
    const same: string[][] = [
      ['ΟΔΟΣ', 'οδος', 'οδοσ', 'Οδός'],
      ['ΓΙΩΡΓΟΣ', 'γιωργος', 'Γιώργος'],
      ['IĞDIR', 'ığdır', 'iğdir'],
      ['İSTANBUL', 'istanbul', 'i\u0307stanbul'],
      ['STRASSE', 'Straße', 'STRAẞE', 'ſtraſſe'],
      ['Ǆ', 'ǅ', 'ǆ', 'dž'],
      ['Łódź', 'LODZ'],
      ['it’s', "it's"],
      ['％', '﹪', '%'],
      ['カタカナ', 'かたかな', 'ｶﾀｶﾅ'],
      ['ガギグ', 'がぎぐ', 'ｶﾞｷﾞｸﾞ'],
      ['أحمد', 'احمد', 'إحمد', 'ٱحمد', 'آحمد', 'أَحْمَد'],
      ['فاطمة', 'فاطمه'],
      ['علي', 'على', 'علی'],
      ['مسؤول', 'مسوول'],
      ['كمال', 'کمال'],
      ['١٢٣', '۱۲۳', '123'],
    ]
    for (const engine of engines) {
      for (const texts of same) {
        const folded = await fold(engine, 'steward_fold', texts)
        expect([engine, texts, new Set(folded).size]).toEqual([engine, texts, 1])
      }
    }
  })
})
