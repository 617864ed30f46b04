/**
 * All that the emulator knows at one time, to be put back later.
 *
 * @since 0.1.0
 */
import { State } from "./State.ts"
import { Table } from "./Table.ts"

/**
 * Everything that the service knew at one time: projects, users, sessions, teams, codes, mails, keys. An opaque value in
 * memory, which nothing that happens later changes.
 *
 * @category models
 * @since 0.1.0
 */
export class Snapshot {
  readonly #state: State

  constructor(state: State) {
    this.#state = copyOf(state)
  }

  /** Returns a copy of what was known, for whoever may change it. */
  static stateOf(snapshot: Snapshot): State {
    return copyOf(snapshot.#state)
  }
}

/**
 * Takes a snapshot.
 *
 * @category constructors
 * @since 0.1.0
 */
export const take = (state: State): Snapshot => new Snapshot(state)

/**
 * Puts everything back to where it was.
 *
 * @category mutations
 * @since 0.1.0
 */
export const restore = (state: State, snapshot: Snapshot): void => {
  state.clear()
  for (const [id, project] of Snapshot.stateOf(snapshot)) state.set(id, project)
}

/** Copies what may change: tables, maps, sets, lists and plain objects. One object in two places is one in the copy too. */
const copyOf = (state: State): State => {
  const copies = new Map<object, object>()
  const copied = <A>(value: A): A => {
    if (typeof value !== "object" || value === null) return value
    const known = copies.get(value)
    // Sound, both: the copy of a value has its type.
    if (known !== undefined) return known as A
    const copy = copyObject(value, copied)
    copies.set(value, copy)
    return copy as A
  }
  const copy = new State(state.generation)
  for (const [id, project] of state) copy.set(id, copied(project))
  return copy
}

/** Anything else, such as a key's bytes or a redacted text, never changes. */
const copyObject = (value: object, copied: <A>(value: A) => A): object => {
  if (value instanceof Table) return value.copy(copied)
  if (value instanceof Map) return new Map(Array.from(value, ([key, item]) => [key, copied(item)]))
  // The sets are of texts.
  if (value instanceof Set) return new Set(value)
  if (Array.isArray(value)) return value.map((item) => copied(item))
  return Object.getPrototypeOf(value) === Object.prototype
    ? Object.fromEntries(Object.entries(value).map(([name, field]) => [name, copied(field)]))
    : value
}
