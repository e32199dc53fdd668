import type { AreaName } from '@steward/contract/areas/areas'
import type { DataOf } from '@steward/contract/calls/endpoints'
import type { FoundRecord } from '@steward/contract/search/search'
import type { Db } from '../../db/connection/connection.ts'
import { wordsOf } from '../../db/filters/search.ts'
import { Cancelled, readWithin, TookTooLong, waitingSignal } from '../../db/reads/cancellation.ts'
import { isId } from '../../ids.ts'
import { memoize } from '../../memoize.ts'
import { Queue } from '../../queue.ts'
import type { SearchedArea } from '../records/area.ts'
import { fewestLetters, wordOneOff, wordsIn } from './one-letter-off.ts'
import { bestFirst, type Found, isExact, type SearchedText, tell } from './ranking.ts'
import {
  type FoundRow,
  findAnywhere,
  findById,
  findFirst,
  findNearlyAnywhere,
  findNearlyNew,
  foldText,
  hasOlder,
  mayNameSomebody,
} from './search.store.ts'

/** The time limit per area for exact and approximate search with queueing, in milliseconds. */
const maxAreaMs = 500

/** How many areas are searched at once for all people, to keep connections for lists and writes. */
const maxAtOnce = 9

const maxWords = 8

/** The number of exact results below which the approximate search starts. */
const fewFound = 3

const turnsOf = memoize(
  (_: Db) => new Queue({ concurrency: maxAtOnce, waiting: 200, refuse: () => new TookTooLong() }),
)

const inTurn = (db: Db, work: () => Promise<void>) =>
  turnsOf(db).run(work, { signal: waitingSignal() })

export type Permitted = ReadonlyMap<AreaName, SearchedArea>

export interface SearchFor {
  search: string
  limit: number
  areaMs?: number
}

/** Searches all areas at once and names late ones; few results allow words with one wrong letter. */
export async function searchEverywhere(
  db: Db,
  permitted: Permitted,
  { search, limit, areaMs = maxAreaMs }: SearchFor,
): Promise<DataOf<'search.everywhere'>> {
  const left = new Set<AreaName>()
  const ends = performance.now() + areaMs
  /** Runs a search in each area; results found before the deadline count. */
  const inEach = async (search: Search): Promise<Found[]> => {
    const found = await Promise.all(
      [...permitted].map(async ([name, area]) => {
        const rows: Found[] = []
        if (left.has(name)) return rows
        try {
          const rest = Math.max(1, ends - performance.now())
          await readWithin(rest, '', () => inTurn(db, () => search(rows, area, name)))
        } catch (error) {
          if (error instanceof Cancelled || !(error instanceof TookTooLong)) throw error
          left.add(name)
        }
        return rows
      }),
    )
    return found.flat()
  }
  const answer = (results: FoundRecord[]) => ({ results, left: [...left] })
  if (search === '' || permitted.size === 0) return answer([])
  if (isId(search)) {
    const byId = await inEach(async (found, area, name) => {
      for (const row of await findById(db, area, search)) found.push({ row, area, name })
    })
    return answer(byId.map((each) => tell(each, noWords)))
  }
  const asked = await askedFor(db, search)
  // Query once for all areas, since most words are in no person's name.
  let names: Promise<boolean> | undefined
  const namesPeople = () => {
    names ??= mayNameSomebody(db, asked.folded).catch(() => true)
    return names
  }
  const exact = bestOfEach(
    await inEach((found, area, name) =>
      findExactly(db, found, { area, name, asked, limit, namesPeople }),
    ),
    asked,
    limit,
  )
  const results = exact.map((each) => tell(each, asked))
  const live = exact.filter(({ row }) => row.deleted_at === null)
  if (live.length >= fewFound || live.some(({ row }) => isExact(row, asked))) return answer(results)
  const known = new Set(exact.map(({ row }) => row.id))
  const nearly = await inEach((found, area, name) =>
    findNearly(db, found, { area, name, asked, limit }),
  )
  const similar = bestOfEach(
    nearly.filter(({ row }) => !known.has(row.id)),
    asked,
    limit,
  ).map(({ similar = '', ...each }) => ({
    ...tell(each, { ...asked, words: [similar] }),
    similar,
  }))
  return answer([...results, ...similar])
}

/** Searches an area and adds results to `found` as soon as they are found. */
type Search = (found: Found[], area: SearchedArea, name: AreaName) => Promise<void>

interface SearchIn {
  area: SearchedArea
  name: AreaName
  asked: SearchedText
  limit: number
}

const noWords: SearchedText = { folded: '', words: [] }

function bestOfEach(found: readonly Found[], asked: SearchedText, limit: number): Found[] {
  const byArea = Map.groupBy(found, ({ name }) => name)
  return [...byArea.values()].flatMap((ofArea) => bestFirst(ofArea, asked).slice(0, limit))
}

async function askedFor(db: Db, search: string): Promise<SearchedText> {
  const folded = await foldText(db, wordsOf(search).slice(0, maxWords).join(' '))
  return { folded, words: wordsOf(folded) }
}

async function findExactly(
  db: Db,
  found: Found[],
  { area, name, asked, limit, namesPeople }: SearchIn & { namesPeople: () => Promise<boolean> },
): Promise<void> {
  const add = (rows: readonly FoundRow[]) => {
    for (const row of rows) found.push({ row, area, name })
    const live = found.filter(({ row }) => row.deleted_at === null)
    return new Set(live.map(({ row }) => row.id)).size >= limit
  }
  if (add(await findFirst(db, area, asked.folded, limit))) return
  // The trigram index needs three letters; search the newest rows and prefixes of keys instead.
  if (!asked.words.some((word) => /[\p{L}\p{N}]{3}/u.test(word))) return
  if (add(await findAnywhere(db, area, asked.folded, limit, 'own text'))) return
  if (area.listing.searchedPeople === undefined) return
  if (await namesPeople()) add(await findAnywhere(db, area, asked.folded, limit, 'all'))
}

async function findNearly(db: Db, found: Found[], { area, name, asked, limit }: SearchIn) {
  // The text with the index holds what is hidden from this person.
  if (area.listing.searchedColumns && !area.byName) return
  for (const find of [findNearlyNew, findNearlyAnywhere]) {
    for (const word of asked.words.filter(isTolerated)) {
      const others = asked.words.filter((other) => other !== word).join(' ')
      for (const row of await find(db, area, { word, others, limit })) {
        const similar = wordOneOff(row.folded_text, word)
        if (similar !== undefined) found.push({ row, area, name, similar })
      }
    }
    if (found.length >= limit || !(await hasOlder(db, area))) return
  }
}

/** Whether a word can have a wrong letter: it consists of letters or digits and isn't too long. */
const isTolerated = (word: string) =>
  [...word].length >= fewestLetters && [...word].length <= 40 && wordsIn(word)[0] === word
