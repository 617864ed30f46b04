/**
 * All that the emulator knows at one time, to be put back later.
 *
 * @since 0.1.0
 */
import { ServiceState } from "./ServiceState.ts"
import { Table } from "./Table.ts"

/**
 * Everything that the service knew at one time: projects, users, sessions, teams, codes, mails, keys. An opaque value in
 * memory, which nothing that happens later changes.
 *
 * @category models
 * @since 0.1.0
 */
export class Snapshot {
  readonly #state: ServiceState

  constructor(state: ServiceState) {
    this.#state = copyState(state)
  }

  /** Returns a copy of what was known, for whoever may change it. */
  static stateOf(snapshot: Snapshot): ServiceState {
    return copyState(snapshot.#state)
  }
}

/**
 * Takes a snapshot.
 *
 * @category constructors
 * @since 0.1.0
 */
export const take = (state: ServiceState): Snapshot => new Snapshot(state)

/**
 * Puts everything back to where it was.
 *
 * @category mutations
 * @since 0.1.0
 */
export const restore = (state: ServiceState, snapshot: Snapshot): void => {
  state.clear()
  for (const [id, project] of Snapshot.stateOf(snapshot)) state.set(id, project)
}

/** Copies what may change: tables, maps, sets, lists and plain objects. One object in two places is one in the copy too. */
const copyState = (state: ServiceState): ServiceState => {
  const copies = new Map<object, object>()
  const copyValue = <A>(value: A): A => {
    if (typeof value !== "object" || value === null) return value
    const known = copies.get(value)
    // Sound, both: the copy of a value has its type.
    if (known !== undefined) return known as A
    const copy = copyObject(value, copyValue)
    copies.set(value, copy)
    return copy as A
  }
  const copy = new ServiceState(state.generation)
  for (const [id, project] of state) copy.set(id, copyValue(project))
  return copy
}

/** Anything else, such as a key's bytes or a redacted text, never changes. */
const copyObject = (value: object, copyValue: <A>(value: A) => A): object => {
  if (value instanceof Table) return value.copy(copyValue)
  if (value instanceof Map) return new Map(Array.from(value, ([key, item]) => [key, copyValue(item)]))
  // The sets are of texts.
  if (value instanceof Set) return new Set(value)
  if (Array.isArray(value)) return value.map((item) => copyValue(item))
  return Object.getPrototypeOf(value) === Object.prototype
    ? Object.fromEntries(Object.entries(value).map(([name, field]) => [name, copyValue(field)]))
    : value
}
