/** The order of rows, with a search in their texts. */

/** The number of rows in a block. A change of a row rebuilds its block before the next search. */
const blockSize = 128

/** The number of removed rows from which the order may be rebuilt. */
const minHoles = 1024

/** The row texts, with a separator between them. */
interface JoinedTexts {
  readonly text: string
  /** The index of each row's text. */
  readonly starts: ReadonlyArray<number>
}

interface Block extends JoinedTexts {
  /** The ids of the rows, each after a separator. */
  readonly ids: JoinedTexts
  /** A Bloom filter of the sequences of three characters in the text. */
  readonly sequences: Uint32Array
}

/**
 * Rows in the order in which they were added. Reading can start at any row, in both directions, without visiting the rows
 * before it.
 *
 * A search reads the joined texts of row blocks. It skips blocks that lack a part of the text.
 */
export class RowOrder<Row extends { readonly id: string }> {
  readonly #textOf: (row: Row) => string
  readonly #positions = new Map<string, number>()
  /** Rows by position. A removed row leaves a hole. */
  #rows: Array<Row | undefined> = []
  #texts: Array<string> = []
  /** The joined texts of each block; `undefined` after a change. */
  #blocks: Array<Block | undefined> = []

  constructor(rows: Iterable<Row>, textOf: (row: Row) => string) {
    this.#textOf = textOf
    for (const row of rows) this.set(row)
  }

  /** Adds a row, or replaces the row with this id. */
  set(row: Row): void {
    let position = this.#positions.get(row.id)
    if (position === undefined) this.#positions.set(row.id, position = this.#rows.length)
    this.#rows[position] = row
    const text = this.#textOf(row)
    if (this.#texts[position] === text) return
    this.#texts[position] = text
    this.#blocks[Math.floor(position / blockSize)] = undefined
  }

  delete(id: string): void {
    const position = this.#positions.get(id)
    if (position === undefined) return
    this.#positions.delete(id)
    this.#rows[position] = undefined
    this.#texts[position] = ""
    // The block may keep the text: a search skips the hole.
    const holes = this.#rows.length - this.#positions.size
    if (holes >= minHoles && holes > this.#positions.size) this.#removeHoles()
  }

  /** Returns a row's position. Later rows have larger positions. */
  positionOf(id: string): number | undefined {
    return this.#positions.get(id)
  }

  /**
   * Returns the rows from a position on, by default from the first or the last one. With a `text`, it omits rows whose texts
   * do not contain it. With `searchesIds`, it includes those whose ids start with it.
   */
  *read({ from, isReversed = false, searchesIds = false, text = "" }: {
    readonly from?: number | undefined
    readonly isReversed?: boolean
    readonly searchesIds?: boolean
    readonly text?: string
  } = {}): Generator<Row> {
    const step = isReversed ? -1 : 1
    const start = from ?? (isReversed ? this.#rows.length - 1 : 0)
    if (text === "") {
      for (let position = start; position >= 0 && position < this.#rows.length; position += step) {
        const row = this.#rows[position]
        if (row !== undefined) yield row
      }
      return
    }
    const sequences = listSequences(text)
    for (
      let index = Math.floor(start / blockSize);
      index >= 0 && index * blockSize < this.#rows.length;
      index += step
    ) {
      const block = this.#blockAt(index)
      const matching = sequences.every((sequence) => hasBit(block.sequences, sequence)) ? findInBlock(block, text) : []
      const byId = searchesIds ? findInBlock(block.ids, `\n${text}`) : []
      const found = byId.length === 0 ? matching : [...new Set([...matching, ...byId])].sort((a, b) => a - b)
      for (const offset of isReversed ? found.reverse() : found) {
        const position = index * blockSize + offset
        const row = this.#rows[position]
        if (row !== undefined && (position - start) * step >= 0) yield row
      }
    }
  }

  /** Copies the order. `copyOf` returns the copy of a row by its id. Both orders share the joined texts. */
  copy(copyOf: (id: string) => Row): RowOrder<Row> {
    const copy = new RowOrder<Row>([], this.#textOf)
    for (const [id, position] of this.#positions) copy.#positions.set(id, position)
    copy.#rows = this.#rows.map((row) => row && copyOf(row.id))
    copy.#texts = this.#texts.slice()
    copy.#blocks = this.#blocks.slice()
    return copy
  }

  /** Joins the texts of all rows, which the first search otherwise does. */
  prepare(): void {
    for (let index = 0; index * blockSize < this.#rows.length; index++) this.#blockAt(index)
  }

  #blockAt(index: number): Block {
    const [start, end] = [index * blockSize, (index + 1) * blockSize]
    return this.#blocks[index] ??= makeBlock(
      this.#texts.slice(start, end),
      this.#rows.slice(start, end).map((row) => `\n${row?.id ?? ""}`)
    )
  }

  #removeHoles(): void {
    const ids = [...this.#positions.keys()]
    const rows = ids.map((id) => this.#rows[this.#positions.get(id)!])
    const texts = ids.map((id) => this.#texts[this.#positions.get(id)!]!)
    this.#rows = rows
    this.#texts = texts
    this.#blocks = []
    for (const [position, id] of ids.entries()) this.#positions.set(id, position)
  }
}

const joinTexts = (texts: ReadonlyArray<string>): JoinedTexts => {
  const starts: Array<number> = []
  let length = 0
  for (const text of texts) {
    starts.push(length)
    length += text.length
  }
  return { text: texts.join(""), starts }
}

const makeBlock = (texts: ReadonlyArray<string>, ids: ReadonlyArray<string>): Block => {
  const { starts, text } = joinTexts(texts.map((text) => `${text}\n`))
  const sequences = new Uint32Array(filterSize / 32)
  for (let index = 0; index + 2 < text.length; index++) {
    const bit = hashSequence(text, index)
    sequences[bit >>> 5]! |= 1 << (bit & 31)
  }
  return { text, starts, sequences, ids: joinTexts(ids) }
}

/** The number of bits in a filter: a block has some thousand sequences. */
const filterSize = 32_768

/** Returns the bit of the three characters at an index. */
const hashSequence = (text: string, index: number): number =>
  (text.charCodeAt(index) * 961 + text.charCodeAt(index + 1) * 31 + text.charCodeAt(index + 2)) % filterSize

/** Returns the bits of all sequences in a text. */
const listSequences = (text: string): ReadonlyArray<number> =>
  Array.from({ length: Math.max(0, text.length - 2) }, (_, index) => hashSequence(text, index))

const hasBit = (bits: Uint32Array, bit: number): boolean => (bits[bit >>> 5]! & 1 << (bit & 31)) !== 0

/** Returns the numbers of the rows in whose texts a text starts. */
const findInBlock = ({ starts, text }: JoinedTexts, searched: string): Array<number> => {
  const found: Array<number> = []
  for (let index = text.indexOf(searched); index >= 0;) {
    const offset = findLastUpTo(starts, index)
    found.push(offset)
    const next = starts[offset + 1]
    index = next === undefined ? -1 : text.indexOf(searched, next)
  }
  return found
}

/** Returns the index of the last number that is not larger than a limit. The numbers are sorted, the first one is 0. */
const findLastUpTo = (numbers: ReadonlyArray<number>, limit: number): number => {
  let low = 0
  let high = numbers.length - 1
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (numbers[middle]! <= limit) low = middle
    else high = middle - 1
  }
  return low
}
