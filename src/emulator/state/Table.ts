/** Rows by id, with an index by further keys. */

/** Rows by id in insertion order, with an index by further keys. After changing an indexed field, set the row again. */
export class Table<Row> extends Map<string, Row> {
  readonly #keysOf: (row: Row) => ReadonlyArray<string>
  readonly #keys = new Map<string, ReadonlyArray<string>>()
  readonly #ids = new Map<string, Set<string>>()

  constructor(keysOf: (row: Row) => ReadonlyArray<string>) {
    super()
    this.#keysOf = keysOf
  }

  /** Finds the rows with a key, in the order in which they got it. */
  findByKey(key: string): ReadonlyArray<Row> {
    // Sound: the index holds only ids of existing rows.
    return Array.from(this.#ids.get(key) ?? [], (id) => this.get(id)!)
  }

  countByKey(key: string): number {
    return this.#ids.get(key)?.size ?? 0
  }

  override set(id: string, row: Row): this {
    const keys = this.#keysOf(row)
    for (const key of this.#keys.get(id) ?? []) if (!keys.includes(key)) this.#forget(key, id)
    for (const key of keys) {
      const ids = this.#ids.get(key)
      if (ids === undefined) this.#ids.set(key, new Set([id]))
      else ids.add(id)
    }
    this.#keys.set(id, keys)
    return this.put(id, row)
  }

  override delete(id: string): boolean {
    for (const key of this.#keys.get(id) ?? []) this.#forget(key, id)
    this.#keys.delete(id)
    return super.delete(id)
  }

  override clear(): void {
    this.#keys.clear()
    this.#ids.clear()
    super.clear()
  }

  /** Copies the table with `copyRow` applied to each row. Lookups by key return the copies in the same order. */
  copy(copyRow: (row: Row) => Row): Table<Row> {
    const copy = this.makeEmpty(this.#keysOf)
    for (const [id, row] of this) copy.put(id, copyRow(row))
    for (const [id, keys] of this.#keys) copy.#keys.set(id, keys)
    for (const [key, ids] of this.#ids) copy.#ids.set(key, new Set(ids))
    return copy
  }

  protected makeEmpty(keysOf: (row: Row) => ReadonlyArray<string>): Table<Row> {
    return new Table(keysOf)
  }

  /** Adds or replaces a row without changing the index. */
  protected put(id: string, row: Row): this {
    return super.set(id, row)
  }

  #forget(key: string, id: string): void {
    const ids = this.#ids.get(key)
    ids?.delete(id)
    if (ids?.size === 0) this.#ids.delete(key)
  }
}
