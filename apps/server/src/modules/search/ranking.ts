import type { AreaName } from '@steward/contract/areas/areas'
import type { FoundRecord } from '@steward/contract/search/search'
import type { SearchedArea } from '../records/area.ts'
import { wordsIn } from './one-letter-off.ts'
import type { FoundRow } from './search.store.ts'

/** A row of an area; `similar` is its word that is one letter off a searched one. */
export interface Found {
  row: FoundRow
  area: SearchedArea
  name: AreaName
  similar?: string
}

export interface SearchedText {
  folded: string
  words: readonly string[]
}

/** Sorts results: exact, prefix, prefix of a word, anywhere; then the newest first. */
export function bestFirst(found: readonly Found[], asked: SearchedText): Found[] {
  const unique = [...new Map(found.map((each) => [each.row.id, each])).values()]
  const ranks = new Map(unique.map((each) => [each, rankOf(each.row, asked)]))
  return unique.sort(
    (one, other) =>
      (ranks.get(one) ?? 0) - (ranks.get(other) ?? 0) ||
      (one.row.created_at < other.row.created_at ? 1 : -1),
  )
}

/** Whether one of a row's searched keys equals the whole text. */
export const isExact = (row: FoundRow, { folded }: SearchedText): boolean =>
  row.folded_keys.includes(folded)

function rankOf(row: FoundRow, { folded, words }: SearchedText): number {
  const deleted = row.deleted_at === null ? 0 : 10
  const keys = row.folded_keys.filter((key) => key !== null)
  if (keys.includes(folded)) return deleted
  if (keys.some((key) => key.startsWith(folded))) return deleted + 1
  const begun = wordsIn(row.folded_text)
  const starts = words.every((word) => begun.some((each) => each.startsWith(word)))
  return deleted + (starts ? 2 : 3)
}

const maxLetters = 140

export function tell({ row, area, name }: Found, { words }: SearchedText): FoundRecord {
  const textIn = (column: string) => row[column] as string | null
  const title = area.title.flatMap((column) => textIn(column) ?? []).join(' · ')
  const details = area.detail.map(textIn)
  const detail = details.find((text) => text !== null) ?? null
  const shown = `${title}\n${detail ?? ''}`.toLowerCase()
  const missing = words.find((word) => !shown.includes(word))
  const matched = details.find(
    (text) => missing !== undefined && text !== detail && text?.toLowerCase().includes(missing),
  )
  return {
    area: name,
    _id: row.id,
    title: excerpt(title, words),
    detail: detail && excerpt(detail, words),
    status: row.status ?? null,
    image: row.image ?? row.images?.[0] ?? null,
    at: area.at ? textIn(area.at) : null,
    ...(area.amount &&
      row[area.amount] !== null && { amount: row[area.amount] as number, currency: row.currency }),
    ...(name === 'users' && { type: row.type }),
    ...(matched && { matched }),
    ...(row.deleted_at !== null && { deletedAt: row.deleted_at }),
  }
}

/** Puts a text on one line, cut so that it contains the first match. */
function excerpt(text: string, words: readonly string[]): string {
  const line = text.replaceAll(/\s+/gu, ' ').trim()
  const letters = [...line]
  if (letters.length <= maxLetters) return line
  const lower = line.toLowerCase()
  const places = words.map((word) => lower.indexOf(word)).filter((at) => at >= 0)
  const at = [...line.slice(0, Math.min(...places, line.length))].length
  if (at === letters.length || at < maxLetters - 40) return `${start(letters, 0)}…`
  const from = at - 40
  return `…${start(letters, from)}${from + maxLetters < letters.length ? '…' : ''}`
}

const start = (letters: readonly string[], from: number) =>
  letters
    .slice(from, from + maxLetters)
    .join('')
    .trim()
