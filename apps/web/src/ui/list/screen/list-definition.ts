import type { ExportArea } from '@steward/contract/areas/areas'
import type { Fields } from '@steward/contract/areas/field'
import type { Permission } from '@steward/contract/permissions/permissions'
import type { Icon } from '@tabler/icons-react'
import type { ComponentType, ReactNode } from 'react'
import type { Row } from '../../../api/listing.ts'
import type { DeepPartial } from '../../../api/read.ts'
import type { Folds } from '../table/folds.ts'
import type { ListSpec } from '../url/list-spec.ts'

/** How soon a column is left out; list.module.css has a rule for each. */
export type Priority = 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9

/** One column of a list. */
export interface Column<T> {
  /** Its name in the URL. */
  key: string
  label: string
  /** Width in px until its values are measured (column-widths.ts). */
  width: number
  /** What it can be narrowed to where there is little room, in px; without it, to nothing less than its values need. */
  least?: number
  /** What its values can make of it at the most, in px. */
  most?: number
  /** What stands beside the text of a cell, such as a picture, in px. */
  beside?: number
  /** Takes what is left over, but never less than `least`; without any such column the first one does. */
  grow?: boolean
  /** Left out where there is no room for all columns, the greatest number first; without one it always stays. */
  priority?: Priority
  /** Stands in the heading for a word that is wider than the values; the word is its name still. */
  icon?: Icon
  /** The field that it sorts by; without one it doesn't sort. */
  sort?: string
  /** A first click sorts from the greatest down, as fits numbers and times. */
  descending?: boolean
  align?: 'end'
  /** Not shown until asked for. */
  hidden?: boolean
  /** Whether no record that these filters find has a value: it is then not shown until asked for. */
  empty?: (filters: Readonly<Record<string, readonly string[]>>) => boolean
  cell: (record: DeepPartial<T>) => ReactNode
  /** The cell as plain text, for copying. */
  text: (record: DeepPartial<T>) => string
  /** What the cell shows, where that isn't `text`: the column is as wide as the longest. */
  shown?: (record: DeepPartial<T>) => string
  /** Says nothing that a card needs, such as no reports. */
  quiet?: (record: DeepPartial<T>) => boolean
  /** A card writes its name before its value, which says too little by itself. */
  named?: true
  /** Where it stands on a card: beside the title, among the fields (the default), below them, or nowhere. */
  card?: 'title' | 'field' | 'foot' | 'none'
  /** The names of its columns in an exported file, where they are not its key. */
  exported?: string
  /** Holds buttons and no data: always shown, its heading unseen, left out when rows are copied. */
  control?: true
}

/** One choice of a filter. */
export interface Choice {
  value: string
  label: string
}

/** What the control of a filter is given whose choices are searched for. */
export interface SearchedFilter {
  label: string
  values: readonly string[]
  /** What the values that are set are called, as far as the rows tell. */
  named: readonly Choice[]
  onChange: (values: string[]) => void
}

interface FilterOf<T> {
  label: string
  /** Whether a record passes, for a server that doesn't filter; without it, `record[key]` is compared. */
  passes?: (record: DeepPartial<T>, values: readonly string[]) => boolean
  /** The field of a record that `passes` looks at, unless that is `key`. */
  looksAt?: string
}

/** A filter of a list, one entry in the URL (a span: two). */
export type Filter<T> =
  | (FilterOf<T> & { kind: 'choices'; key: string; choices: readonly Choice[] })
  /**
   * Choices that are loaded; a hook, called by the filter's own component. They are null while they are
   * coming, and without any the filter isn't there.
   */
  | (FilterOf<T> & { kind: 'loaded'; key: string; useChoices: () => readonly Choice[] | null })
  /** Any three-letter currency code. */
  | (FilterOf<T> & { kind: 'currency'; key: string })
  /** Yes, no or either. */
  | (FilterOf<T> & { kind: 'flag'; key: string; yes: string; no: string })
  /** Choices that are searched for, by a control of its own, as it calls the server. */
  | (FilterOf<T> & {
      kind: 'searched'
      key: string
      Control: ComponentType<SearchedFilter>
      nameIn: (record: DeepPartial<T>) => string | null
    })
  /** One `_id`, set by a link ("More by this author"), taken away by its chip. */
  | (FilterOf<T> & { kind: 'id'; key: string; nameIn: (record: DeepPartial<T>) => string | null })
  /** From a day to a day, both included; `field` is the time that is compared, `times` takes hours too. */
  | (FilterOf<T> & { kind: 'span'; field: string; times?: true })
  /** Off unless switched on: `key=true`. Not counted among the filters, as it adds rows. */
  | (FilterOf<T> & { kind: 'switch'; key: string })

/** Everything that makes one list differ from the others. */
export interface ListDefinition<T> {
  list: ListSpec
  /** The fields of its records, where they are an area's. */
  fields?: Fields
  /** What its search looks through, in words for the reader. */
  searchHint: string
  /** The texts that the search looks through where the server doesn't search. */
  searched: (record: DeepPartial<T>) => readonly unknown[]
  columns: readonly Column<T>[]
  filters: readonly Filter<T>[]
  /** The rank of words that don't sort by alphabet: `{ priority: ['low', 'normal'] }`. */
  ranks?: Readonly<Record<string, readonly string[]>>
  /** Sorts that follow from all records together, such as the order of a tree: puts them in it. */
  orders?: Readonly<Record<string, (rows: readonly Row<T>[]) => Row<T>[]>>
  /** A record in a few words, for its drawer and for screen readers. */
  title: (record: DeepPartial<T>) => string
  /** Marks a row as gone, such as a deleted post among the others. */
  gone?: (record: DeepPartial<T>) => boolean
  /** Which rows that follow each other stand as one line, which a {@link FoldButton} in a cell opens. */
  folds?: Folds<T>
  /** How the list becomes a file: what the server calls it. */
  exports?: { area: ExportArea }
  /** The import of files into it: its name in the address, and the permissions that it needs, all. */
  imports?: { what: string; needs: readonly Permission[] }
  /** What to say where there is nothing at all, and its heading. */
  emptyHint?: string
  emptyTitle?: string
  /** The same where its filters are these and nothing passes: a queue that is done. */
  done?: { filters: Readonly<Record<string, string>>; title: string; hint: string }
}
