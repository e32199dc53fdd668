import { t } from '@steward/i18n/reader'
import type { Row } from '../../../api/listing.ts'
import { textWidth } from '../../format/text-width.ts'
import type { Column, Priority } from '../definition/list-definition.ts'

type Widths = Readonly<Record<string, number>>

// Widths of definitions, and those below, are those of text of the usual size; they grow with it.

/** A cell's padding with a small reserve, and that in an icon's column, in px (table.module.css). */
const [around, aroundIcon] = [26, 18]
/** The width of a heading's sort arrow with its gap, and of an icon, in px. */
const [arrow, icon] = [18, 16]
/** The largest width in px that text gives a column, unless its definition sets another. */
const maxText = 320
/** The least width of the column that takes the remaining room, in px. */
const leastOfRest = 220
/** Its least width where even the columns that are never left out lack room, in px. */
const narrowestRest = 110

/** The widest that was seen of each column, by list, so that no column jumps from one page to the next. */
const seen = new Map<string, Record<string, number>>()

/**
 * How wide columns have to be for the values of these rows and all seen before; without rows as their definition says.
 * @param scale how many times its usual size text is (`textScale`)
 */
export function neededWidths<T>(
  list: string,
  columns: readonly Column<T>[],
  rows: readonly Row<T>[] | null,
  scale = 1,
): Widths {
  const known = seen.get(list) ?? {}
  seen.set(list, known)
  if (rows?.length) {
    for (const column of columns)
      if (!column.control)
        known[column.key] = Math.max(known[column.key] ?? 0, widthOf(column, rows, scale))
  }
  return Object.fromEntries(
    columns.map(({ key, width, control }) => {
      const own = width * scale
      return [key, control ? own : (known[key] ?? own)]
    }),
  )
}

function widthOf<T>(column: Column<T>, rows: readonly Row<T>[], scale: number): number {
  const text = column.shown ?? column.text
  const texts = new Set(rows.map(({ record }) => text(record)))
  // Of many texts the longest few are measured: the widest is among them.
  const longest = [...texts].sort((one, other) => letters(other) - letters(one)).slice(0, 6)
  const value = Math.max(...longest.map((each) => textWidth(each, 'cell')))
  const heading = column.icon ? icon : textWidth(t(column.label), 'heading')
  const needs = Math.max(value + (column.extraWidth ?? 0), heading + (column.sort ? arrow : 0))
  const whole = Math.ceil(needs) + (column.icon ? aroundIcon : around)
  return Math.min(whole, scale * Math.max(column.most ?? maxText, column.least ?? 0))
}

/** How long a text is, in letters of the width of Latin ones: those of East Asia are twice as wide. */
const letters = (text: string) => text.length + (text.match(/[\u1100-\uffef]/g)?.length ?? 0)

/** The key of the column that takes the remaining room. */
export const growing = <T>(columns: readonly Column<T>[]): string =>
  (columns.find((column) => column.grow) ?? columns[0])?.key ?? ''

/**
 * Fits columns into a width in px (null: unknown): narrows texts, then leaves out the least
 * important columns. Columns that the person chose or sized stay. `needed` is for their values,
 * `scale` that of text.
 * @returns the widths, the priorities that are left out (`less`), and the least total width of the others in px
 */
export function fitColumns<T>(
  columns: readonly Column<T>[],
  needed: Widths,
  given: Widths,
  room: number | null,
  scale = 1,
) {
  const rest = growing(columns)
  const each = columns.map(({ key, priority, hidden, ...column }) => {
    const least = column.least === undefined ? undefined : column.least * scale
    const need = given[key] ?? (key === rest ? (least ?? leastOfRest * scale) : (needed[key] ?? 0))
    return {
      key,
      need,
      least: given[key] ?? Math.min(least ?? need, need),
      // Columns that are hidden by default are here only if the person chose them.
      priority: hidden || key === rest ? undefined : priority,
    }
  })
  const less: Priority[] = []
  const stays = () => each.filter(({ priority }) => !priority || !less.includes(priority))
  const sum = (of: 'least' | 'need') => stays().reduce((all, column) => all + column[of], 0)
  const priorities = new Set(each.flatMap(({ priority }) => priority ?? []))
  const available = room ?? Number.POSITIVE_INFINITY
  for (const priority of [...priorities].sort((one, other) => other - one)) {
    if (sum('least') <= available) break
    less.push(priority)
  }
  // The column that is read has a quarter as much again before the others have all that they could use.
  const reading = given[rest] === undefined ? (each.find(({ key }) => key === rest)?.need ?? 0) : 0
  const spare = Math.max(0, available - sum('least') - reading / 4)
  const wanted = sum('need') - sum('least')
  const share = wanted > spare ? spare / wanted : 1
  // With nothing left to leave out, the growing column shrinks before the last ones are cut off.
  const over = Math.max(0, sum('least') - available)
  const widths = Object.fromEntries(
    each.map(({ key, least, need }) => {
      const width = Math.floor(least + (need - least) * share)
      const yields = key === rest && given[key] === undefined
      return [key, yields ? Math.max(Math.min(least, narrowestRest * scale), width - over) : width]
    }),
  )
  const sumOfWidths = stays().reduce((all, { key }) => all + (widths[key] ?? 0), 0)
  return { widths, less, sum: sumOfWidths }
}
