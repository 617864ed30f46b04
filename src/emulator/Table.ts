/**
 * Rows of one kind, found by their ids or by what else is known of them.
 *
 * @since 0.1.0
 */

/**
 * Rows by id, in the order in which they came, that are found by other texts of theirs too: nobody has to look at all of
 * them. Whoever changes such a text of a row sets the row again.
 *
 * @category models
 * @since 0.1.0
 */
export class Table<Row> extends Map<string, Row> {
  readonly #textsOf: (row: Row) => ReadonlyArray<string>
  /** The texts that a row is found by at present, by its id. */
  readonly #texts = new Map<string, ReadonlyArray<string>>()
  readonly #ids = new Map<string, Set<string>>()

  constructor(textsOf: (row: Row) => ReadonlyArray<string>) {
    super()
    this.#textsOf = textsOf
  }

  /** Finds the rows that have a text, in the order in which they got it. */
  by(text: string): ReadonlyArray<Row> {
    // Sound: only ids of rows are there.
    return Array.from(this.#ids.get(text) ?? [], (id) => this.get(id)!)
  }

  override set(id: string, row: Row): this {
    const texts = this.#textsOf(row)
    const before = this.#texts.get(id) ?? []
    for (const text of before) if (!texts.includes(text)) this.#forget(text, id)
    for (const text of texts) {
      const ids = this.#ids.get(text) ?? new Set()
      this.#ids.set(text, ids.add(id))
    }
    this.#texts.set(id, texts)
    return super.set(id, row)
  }

  override delete(id: string): boolean {
    for (const text of this.#texts.get(id) ?? []) this.#forget(text, id)
    this.#texts.delete(id)
    return super.delete(id)
  }

  override clear(): void {
    this.#texts.clear()
    this.#ids.clear()
    super.clear()
  }

  /** Makes a table of copies of the rows, which are found in the same order by the same texts. */
  copy(copyRow: (row: Row) => Row): Table<Row> {
    const copy = new Table(this.#textsOf)
    for (const [id, row] of this) copy.#keep(id, copyRow(row))
    for (const [id, texts] of this.#texts) copy.#texts.set(id, texts)
    for (const [text, ids] of this.#ids) copy.#ids.set(text, new Set(ids))
    return copy
  }

  #keep(id: string, row: Row): void {
    super.set(id, row)
  }

  #forget(text: string, id: string): void {
    const ids = this.#ids.get(text)
    ids?.delete(id)
    if (ids?.size === 0) this.#ids.delete(text)
  }
}
