import type { PermissionNames, Shape } from './shape.ts'

/** Whether all, some or none of several permissions are granted. */
export type TriState = 'all' | 'some' | 'none'

/** What a matrix marks before it is saved. */
export interface Changes {
  gained: number
  lost: number
}

type Listener = () => void

/** How many granted permissions a row, a module, a column or the whole has, of how many. */
class Tally {
  readonly on: Uint32Array
  readonly of: Uint32Array
  readonly version: Uint32Array
  readonly #listeners: Set<Listener>[]
  constructor(length: number) {
    this.on = new Uint32Array(length)
    this.of = new Uint32Array(length)
    this.version = new Uint32Array(length)
    this.#listeners = Array.from({ length }, () => new Set<Listener>())
  }
  listen(index: number, listener: Listener): () => void {
    const listeners = this.#listeners[index]
    listeners?.add(listener)
    return () => listeners?.delete(listener)
  }
  tell(index: number): void {
    for (const listener of this.#listeners[index] ?? []) listener()
  }
  state(index: number): TriState {
    const on = this.on[index] ?? 0
    return on === 0 ? 'none' : on === this.of[index] ? 'all' : 'some'
  }
}

const add = (to: Uint32Array, index: number, by: number) => {
  to[index] = (to[index] ?? 0) + by
}

/**
 * The state of a permission matrix: a byte a permission, counted as it changes, so that a toggle
 * costs the same at ten permissions and at ten thousand. A row hears only of itself; rows out of
 * sight hear a moment later.
 */
export class MatrixStore {
  readonly shape: Shape
  /** Which permissions are granted as it is saved; what differs is marked. */
  readonly before: Uint8Array
  /** Which permissions can't be changed at all. */
  readonly locked: Uint8Array
  readonly rows: Tally
  readonly modules: Tally
  readonly columns: Tally
  /** One entry: the whole matrix. */
  readonly whole = new Tally(1)
  readonly changes: Changes = { gained: 0, lost: 0 }
  readonly granted: Uint8Array
  /**
   * Whether nobody knows what is granted: a permission then counts as changed once somebody has
   * touched it. Null where it is known.
   */
  readonly touched: Uint8Array | null
  /** Which modules are in sight or close to it; all of them until somebody looks. */
  readonly near: Uint8Array
  readonly #rowOf: Uint32Array
  readonly #columnOf: Uint32Array
  readonly #late = new Set<number>()
  #timer: ReturnType<typeof setTimeout> | undefined

  /** @param known whether `before` is what is granted; else nobody knows what is */
  constructor(shape: Shape, before: Uint8Array, locked: Uint8Array, known = true) {
    this.shape = shape
    this.before = before
    this.locked = locked
    const size = shape.names.length
    this.touched = known ? null : new Uint8Array(size)
    this.rows = new Tally(shape.rows.length)
    this.modules = new Tally(shape.modules.length)
    this.columns = new Tally(shape.columns.length)
    this.near = new Uint8Array(shape.modules.length).fill(1)
    this.granted = new Uint8Array(size)
    this.#rowOf = new Uint32Array(size)
    this.#columnOf = new Uint32Array(size)
    for (const [row, { bits, module }] of shape.rows.entries()) {
      for (const [column, bit] of bits.entries()) {
        if (bit < 0) continue
        this.#rowOf[bit] = row
        this.#columnOf[bit] = column
        add(this.rows.of, row, 1)
        add(this.modules.of, module, 1)
        add(this.columns.of, column, 1)
        add(this.whole.of, 0, 1)
        if (before[bit]) this.#count(bit, 1)
      }
    }
    this.granted.set(before)
  }

  /** Whether all, some or none of a part are granted; mixed while nobody knows. */
  stateOf(part: 'rows' | 'modules' | 'columns' | 'whole', index: number): TriState {
    const state = this[part].state(index)
    return this.touched && state === 'none' ? 'some' : state
  }

  /** The permissions of a row, a module, a column or all of them. */
  bitsOf(part: 'row' | 'module' | 'column' | 'all', index: number): number[] {
    const { rows, modules } = this.shape
    const of = (from: number, to: number) =>
      rows.slice(from, to).flatMap(({ bits }) => [...bits].filter((bit) => bit >= 0))
    if (part === 'row') return of(index, index + 1)
    if (part === 'module') return of(modules[index]?.from ?? 0, modules[index]?.to ?? 0)
    if (part === 'all') return of(0, rows.length)
    return rows.map(({ bits }) => bits[index] ?? -1).filter((bit) => bit >= 0)
  }

  /** Grants some permissions or takes them away; locked ones stay as they are. */
  set(bits: readonly number[], on: boolean): void {
    const value = on ? 1 : 0
    const rows = new Set<number>()
    const columns = new Set<number>()
    for (const bit of bits) {
      if (this.locked[bit] || (this.granted[bit] === value && this.isSet(bit))) continue
      if (this.touched) this.#touch(bit, on)
      else this.#note(bit, on)
      if (this.granted[bit] !== value) this.#count(bit, on ? 1 : -1)
      this.granted[bit] = value
      rows.add(this.#rowOf[bit] ?? 0)
      columns.add(this.#columnOf[bit] ?? 0)
    }
    if (rows.size > 0) this.#tell(rows, columns)
  }

  /** Whether it is known or decided what a permission is. */
  isSet(bit: number): boolean {
    return this.touched === null || this.touched[bit] === 1
  }

  /** Changes one permission: granted or not; where nobody knows it, back to that after both. */
  toggle(bit: number): void {
    if (this.touched?.[bit] && !this.granted[bit]) this.#forget([bit])
    else this.set([bit], !this.granted[bit])
  }

  /** Grants all of some permissions where any is missing, else takes them all away. */
  flip(bits: readonly number[]): void {
    const missing = bits.some((bit) => !this.granted[bit] && !this.locked[bit])
    this.set(bits, missing)
  }

  /** Goes back to what is saved. */
  reset(): void {
    if (this.touched) {
      this.#forget([...this.touched.keys()])
      return
    }
    for (const on of [true, false]) {
      const bits = [...this.granted.keys()].filter((bit) => Boolean(this.before[bit]) === on)
      this.set(bits, on)
    }
  }

  /** What differs from what is saved, each permission with whether it is granted now. */
  changed(): { names: PermissionNames; on: boolean }[] {
    return this.shape.names.flatMap((names, bit) =>
      this.isChanged(bit) ? [{ names, on: this.granted[bit] === 1 }] : [],
    )
  }

  /** Whether a permission differs from what is saved, or is decided where nobody knows that. */
  isChanged(bit: number): boolean {
    return this.touched ? this.touched[bit] === 1 : this.granted[bit] !== this.before[bit]
  }

  /**
   * What differs from an earlier state of the matrix.
   * @param then what {@link changed} said at that time
   */
  changedSince(then: ReturnType<MatrixStore['changed']>): ReturnType<MatrixStore['changed']> {
    const was = new Map(then.map(({ names, on }) => [keyOf(names), on]))
    return this.shape.names.flatMap((names, bit) => {
      const on = this.granted[bit] === 1
      if (!this.isSet(bit)) return []
      return on === (was.get(keyOf(names)) ?? (this.touched ? null : this.before[bit] === 1))
        ? []
        : [{ names, on }]
    })
  }

  /** Puts changes from {@link changed} in place; names that aren't known are passed over. */
  apply(changes: readonly { names: PermissionNames; on: boolean }[]): void {
    const bitOf = new Map(this.shape.names.map((names, bit) => [keyOf(names), bit]))
    for (const { names, on } of changes) {
      const bit = bitOf.get(keyOf(names))
      if (bit !== undefined) this.set([bit], on)
    }
  }

  #count(bit: number, by: 1 | -1): void {
    const row = this.#rowOf[bit] ?? 0
    add(this.rows.on, row, by)
    add(this.modules.on, this.shape.rows[row]?.module ?? 0, by)
    add(this.columns.on, this.#columnOf[bit] ?? 0, by)
    add(this.whole.on, 0, by)
  }

  #note(bit: number, on: boolean): void {
    const { changes, before } = this
    if (on) before[bit] ? changes.lost-- : changes.gained++
    else before[bit] ? changes.lost++ : changes.gained--
  }

  #touch(bit: number, on: boolean): void {
    const { touched, changes } = this
    if (!touched) return
    if (touched[bit]) on ? changes.lost-- : changes.gained--
    on ? changes.gained++ : changes.lost++
    touched[bit] = 1
  }

  /** Leaves permissions undecided again. */
  #forget(bits: readonly number[]): void {
    const { touched, granted, changes } = this
    const those = bits.filter((bit) => touched?.[bit])
    for (const bit of those) {
      granted[bit] ? changes.gained-- : changes.lost--
      if (granted[bit]) this.#count(bit, -1)
      granted[bit] = 0
      if (touched) touched[bit] = 0
    }
    const placesOf = (of: Uint32Array) => new Set(those.map((bit) => of[bit] ?? 0))
    if (those.length > 0) this.#tell(placesOf(this.#rowOf), placesOf(this.#columnOf))
  }

  #tell(rows: ReadonlySet<number>, columns: ReadonlySet<number>): void {
    const modules = new Set<number>()
    for (const row of rows) {
      add(this.rows.version, row, 1)
      const module = this.shape.rows[row]?.module ?? 0
      modules.add(module)
      // One row alone is the one that was pressed, which nobody may have noted yet to have come into sight.
      if (rows.size === 1 || this.near[module]) this.rows.tell(row)
      else this.#late.add(row)
    }
    for (const [tally, indices] of [
      [this.modules, modules],
      [this.columns, columns],
      [this.whole, [0]],
    ] as const) {
      for (const index of indices) {
        add(tally.version, index, 1)
        tally.tell(index)
      }
    }
    if (this.#late.size > 0) this.#timer ??= setTimeout(() => this.#tellLate())
  }

  /** Some rows at a time, so that no frame waits for rows that nobody sees. */
  #tellLate(): void {
    this.#timer = undefined
    for (const row of [...this.#late].slice(0, 20)) {
      this.#late.delete(row)
      this.rows.tell(row)
    }
    if (this.#late.size > 0) this.#timer = setTimeout(() => this.#tellLate())
  }
}

const keyOf = ({ module, submodule, action }: PermissionNames): string =>
  JSON.stringify([module, submodule, action])
