import type { ExportArea } from '@steward/contract/areas/areas'
import type { Fields } from '@steward/contract/areas/field'
import type { Permission } from '@steward/contract/permissions/permissions'
import type { Message } from '@steward/i18n/reader'
import type { Icon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { Row } from '../../../api/listing.ts'
import type { ListSpec } from './list-spec.ts'

/** How soon a column is left out; table.module.css has a rule for each. */
export type Priority = 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9

/** The rows of one line, starting with the one that is drawn. */
export interface Fold<T> {
  records: readonly T[]
  opened: boolean
  onToggle: () => void
}

/** Its functions are methods, so that what draws any list takes the columns of one. */
export interface Column<T> {
  /** The column's name in the URL. */
  key: string
  label: Message
  /** The width in px until the values are measured (column-widths.ts). */
  width: number
  /** The least width in px where there is little room; by default what its values need. */
  least?: number
  /** The largest width in px that its values can give it. */
  most?: number
  /** The width in px of anything beside a cell's text, such as a picture. */
  extraWidth?: number
  /** Takes what is left over, but never less than `least`; without any such column the first one does. */
  grow?: boolean
  /** Left out if there isn't room for all columns, the greatest number first; absent: never. */
  priority?: Priority
  /** An icon for the heading, for words wider than the values; the label remains its name. */
  icon?: Icon
  /** The field that it sorts by; without one it can't be sorted. */
  sort?: string
  /** Whether the first click sorts in descending order, as for numbers and times. */
  descending?: boolean
  /** Whether its times are in the future, so that the soonest come first. */
  planned?: boolean
  /** What it sorts by, in the middle of a sentence, and what then comes first; by label and kind unless given. */
  sortName?: Message
  sortEnds?: readonly [up: Message, down: Message]
  align?: 'end'
  /** Whether it is hidden until the person chooses to show it. */
  hidden?: boolean
  /** Whether no record found by these filters has a value; the column is then hidden by default. */
  empty?: (filters: Readonly<Record<string, readonly string[]>>) => boolean
  /** @param fold given to the first row of several that are one line */
  cell(record: T, fold?: Fold<T> | null): ReactNode
  /** The cell as plain text, for copying. */
  text(record: T): string
  /** What the cell shows, where that isn't `text`: the column is as wide as the longest. */
  shown?(record: T): string
  /** Whether a card leaves the value out, such as a count of no reports. */
  quiet?(record: T): boolean
  /** Whether a card shows its label before its value. */
  named?: true
  /** Where a card shows it: beside the title, among the fields (the default), below, or nowhere. */
  card?: 'title' | 'field' | 'foot' | 'none'
  /** The names of its columns in an exported file, if other than its key. */
  exported?: string
  /** Holds buttons and no data: always shown, its heading unseen, left out when rows are copied. */
  control?: true
}

export interface Choice {
  value: string
  label: string
}

/** What a search for choices has found so far. */
export interface SearchedChoices {
  choices: readonly Choice[]
  /** Whether the text typed last has no answer yet. */
  pending: boolean
}

/** Searches choices by what is typed, null for no search; returns null where not permitted. */
export type UseSearch = (typed: string | null) => SearchedChoices | null

/** A filter of a list: what its kind, which the list names by its key, doesn't say. A switch is off unless switched on. */
export interface Filter<T> {
  /** The field of a record, which is also the key in the URL but for a span and a switch. */
  key: string
  label: Message
  /** Fixed choices, whose labels are messages. */
  choices?: readonly Choice[]
  /** Loads the choices, whose labels are names; null until they are loaded. */
  useChoices?: () => readonly Choice[] | null
  /** Searches for people to choose; an id without it is set by a link and taken away by its chip. */
  useSearch?: UseSearch
  /** The name of the id that a record has. */
  nameIn?(record: T): string | null
  /** Whether a record passes, for a server that doesn't filter; without it, `record[key]` is compared. */
  passes?(record: T, values: readonly string[]): boolean
  /** The field of a record that `passes` examines; by default `key`. */
  looksAt?: string
}

export interface ListDefinition<T> {
  list: ListSpec
  /** The fields of its records, if they are those of an area. */
  fields?: Fields
  /** What its search looks through, as words for the reader; its searchable fields unless given. */
  searchHint?: Message
  /** The texts that the search looks through where the server doesn't search; those of its fields unless given. */
  searched?(record: T): readonly unknown[]
  columns: readonly Column<T>[]
  filters: readonly Filter<T>[]
  /** Searches for people to filter by, as lists call no endpoint themselves. */
  usePeople?: UseSearch
  /** The rank of words that don't sort by alphabet: `{ priority: ['low', 'normal'] }`. */
  ranks?: Readonly<Record<string, readonly string[]>>
  /** A sort that follows from all records together, such as the order of a tree: the field that it is asked by. */
  orders?: { by: string; put(rows: readonly Row<T>[]): Row<T>[] }
  /** A record in a few words, for its drawer and for screen readers. */
  title(record: T): string
  /** Marks a row as gone, such as a deleted post among the others. */
  gone?(record: T): boolean
  /** Whether two adjacent rows belong in one line, which a {@link FoldButton} in a cell opens. */
  folds?(one: T, next: T): boolean
  /** How the list becomes a file: what the server calls it. */
  exports?: ExportArea
  /** The import of files into it: its name in the address, and the permissions that it needs, all. */
  imports?: { what: string; needs: readonly Permission[] }
  /** What to say where there is nothing at all, and its heading. */
  emptyHint?: Message
  emptyTitle?: Message
  /** The same where its filters are these and nothing passes: a queue that is done. */
  done?: { filters: Readonly<Record<string, string>>; title: Message; hint: Message }
}
