import { useSyncExternalStore } from 'react'
import { keyOf, type PermissionNames } from '../../../shared/permissions/granted.ts'
import type { Shape } from './shape.ts'

type TriState = 'all' | 'some' | 'none'

export type Part = 'row' | 'module' | 'column' | 'all'

export type Changed = { names: PermissionNames; on: boolean }

/**
 * The state of a permission matrix outside of React, a byte for each of up to ten thousand permissions.
 * A change redraws its row alone; rows out of sight follow a moment later.
 */
export class MatrixStore {
  readonly shape: Shape
  readonly before: Uint8Array
  /** Which permissions can't be changed at all. */
  readonly locked: Uint8Array
  readonly granted: Uint8Array
  /** Which permissions were set by hand, where the server doesn't say what is granted; null where it does. */
  readonly touched: Uint8Array | null
  /** Which modules are in sight or close to it; all of them until an observer reports. */
  readonly near: Uint8Array
  version = 0
  /** The version that each row shows. */
  readonly rowVersions: Uint32Array
  readonly #bits: { [part in Part]: number[][] }
  readonly #rowOf: Uint32Array
  readonly #listeners = new Set<() => void>()
  readonly #late = new Set<number>()
  #timer: ReturnType<typeof setTimeout> | undefined

  /** @param known whether `before` is what is granted; otherwise that is unknown */
  constructor(shape: Shape, before: Uint8Array, locked: Uint8Array, known = true) {
    const { rows, modules, columns, names } = shape
    this.shape = shape
    this.before = before
    this.locked = locked
    this.granted = Uint8Array.from(before)
    this.touched = known ? null : new Uint8Array(names.length)
    this.near = new Uint8Array(modules.length).fill(1)
    this.rowVersions = new Uint32Array(rows.length)
    const row = rows.map(({ bits }) => bits.filter((bit) => bit >= 0))
    this.#bits = {
      row,
      module: modules.map(({ from, to }) => row.slice(from, to).flat()),
      column: columns.map((_, column) =>
        rows.map(({ bits }) => bits[column] ?? -1).filter((bit) => bit >= 0),
      ),
      all: [row.flat()],
    }
    this.#rowOf = new Uint32Array(names.length)
    for (const [index, bits] of row.entries()) for (const bit of bits) this.#rowOf[bit] = index
  }

  readonly listen = (listener: () => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  bitsOf(part: Part, index: number): readonly number[] {
    return this.#bits[part][index] ?? []
  }

  countOf(part: Part, index: number): number {
    let count = 0
    for (const bit of this.bitsOf(part, index)) count += this.granted[bit] ?? 0
    return count
  }

  /** Whether all, some or none of a part are granted; `some` while it is unknown. */
  stateOf(part: Part, index: number): TriState {
    const on = this.countOf(part, index)
    if (on === 0) return this.touched ? 'some' : 'none'
    return on === this.bitsOf(part, index).length ? 'all' : 'some'
  }

  /** The actions of a submodule that are granted, in the order of the columns. */
  grantedIn({ module, submodule }: Omit<PermissionNames, 'action'>): string[] {
    return this.shape.names.flatMap((names, bit) =>
      names.module === module && names.submodule === submodule && this.granted[bit]
        ? [names.action]
        : [],
    )
  }

  /** How many permissions are granted that weren't before, and the other way round. */
  get changes(): { gained: number; lost: number } {
    const changed = this.changed()
    const gained = changed.filter(({ on }) => on).length
    return { gained, lost: changed.length - gained }
  }

  /** Whether it is known or decided what a permission is. */
  isSet(bit: number): boolean {
    return this.touched === null || this.touched[bit] === 1
  }

  /** Whether a permission differs from what is saved, or is decided where that is unknown. */
  isChanged(bit: number): boolean {
    return this.touched ? this.touched[bit] === 1 : this.granted[bit] !== this.before[bit]
  }

  /** Whether a permission was granted before and still is. */
  isKept(names: PermissionNames): boolean {
    const bit = this.shape.names.findIndex((each) => keyOf(each) === keyOf(names))
    return this.before[bit] === 1 && this.granted[bit] === 1
  }

  /** Grants some permissions or takes them away; locked ones stay as they are. */
  set(bits: readonly number[], on: boolean): void {
    const value = on ? 1 : 0
    const changing = bits.filter(
      (bit) => !this.locked[bit] && !(this.granted[bit] === value && this.isSet(bit)),
    )
    for (const bit of changing) {
      this.granted[bit] = value
      if (this.touched) this.touched[bit] = 1
    }
    this.#tell(changing)
  }

  /**
   * Grants a permission or takes it away; an unknown one becomes granted, then not, then unknown.
   */
  toggle(bit: number): void {
    if (this.touched?.[bit] && !this.granted[bit]) this.#putBack([bit])
    else this.set([bit], !this.granted[bit])
  }

  /** Grants all of some permissions where any is missing, else takes them all away. */
  flip(bits: readonly number[]): void {
    const missing = bits.some((bit) => !this.granted[bit] && !this.locked[bit])
    this.set(bits, missing)
  }

  reset(): void {
    this.#putBack(this.bitsOf('all', 0).filter((bit) => this.isChanged(bit)))
  }

  /** What differs from what is saved, or from an earlier state: what this returned `then`. */
  changed(then: readonly Changed[] = []): Changed[] {
    const was = new Map(then.map(({ names, on }) => [keyOf(names), on]))
    return this.shape.names.flatMap((names, bit) => {
      const on = this.granted[bit] === 1
      const earlier = was.size > 0 ? was.get(keyOf(names)) : undefined
      const differs =
        earlier === undefined ? this.isChanged(bit) : this.isSet(bit) && on !== earlier
      return differs ? [{ names, on }] : []
    })
  }

  /** Puts changes from {@link changed} in place; names that aren't known are passed over. */
  apply(changes: readonly Changed[]): void {
    const bitOf = new Map(this.shape.names.map((names, bit) => [keyOf(names), bit]))
    for (const { names, on } of changes) {
      const bit = bitOf.get(keyOf(names))
      if (bit !== undefined) this.set([bit], on)
    }
  }

  #putBack(bits: readonly number[]): void {
    for (const bit of bits) {
      this.granted[bit] = this.before[bit] ?? 0
      if (this.touched) this.touched[bit] = 0
    }
    this.#tell(bits)
  }

  #tell(bits: readonly number[]): void {
    if (bits.length === 0) return
    this.version += 1
    const rows = new Set(bits.map((bit) => this.#rowOf[bit] ?? 0))
    for (const row of rows) {
      // A single row was just pressed, so it is in sight even where the observer hasn't said so yet.
      if (rows.size === 1 || this.near[this.shape.rows[row]?.module ?? 0])
        this.rowVersions[row] = this.version
      else this.#late.add(row)
    }
    this.#notify()
  }

  /** Notifies all listeners; then some late rows at a time, so that no frame is slow because of them. */
  #notify(): void {
    for (const listener of this.#listeners) listener()
    if (this.#late.size === 0) return
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined
      for (const row of [...this.#late].slice(0, 20)) {
        this.#late.delete(row)
        this.rowVersions[row] = this.version
      }
      this.#notify()
    })
  }
}

/** Rerenders when something of a row changes. */
export const useRow = (store: MatrixStore, row: number): unknown =>
  useSyncExternalStore(store.listen, () => store.rowVersions[row])

/** How many permissions of a part are granted; rerenders when the number changes. */
export const useCount = (store: MatrixStore, part: Part, index: number): number =>
  useSyncExternalStore(store.listen, () => store.countOf(part, index))

export const useWhole = (store: MatrixStore): number =>
  useSyncExternalStore(store.listen, () => store.version)
