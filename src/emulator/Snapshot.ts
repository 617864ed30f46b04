/**
 * Snapshots of the state of the emulator.
 *
 * @since 0.1.0
 */
import { ServiceState } from "./ServiceState.ts"
import { Table } from "./Table.ts"

/**
 * The state of the service at one time: projects, users, sessions, teams, codes, emails and keys. An opaque, immutable
 * value in memory.
 *
 * @category models
 * @since 0.1.0
 */
export class Snapshot {
  readonly #state: ServiceState

  constructor(state: ServiceState) {
    this.#state = copyState(state)
  }

  /** Returns a mutable copy of the state in a snapshot. */
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
 * Restores the state from a snapshot.
 *
 * @category mutations
 * @since 0.1.0
 */
export const restore = (state: ServiceState, snapshot: Snapshot): void => {
  state.clear()
  for (const [id, project] of Snapshot.stateOf(snapshot)) state.set(id, project)
}

/**
 * Copies everything mutable: tables, maps, sets, arrays and plain objects. An object that is referenced twice is copied
 * once.
 */
const copyState = (state: ServiceState): ServiceState => {
  const copies = new Map<object, object>()
  const copyValue = <A>(value: A): A => {
    if (typeof value !== "object" || value === null) return value
    const known = copies.get(value)
    // Sound, both: a copy has the type of the original.
    if (known !== undefined) return known as A
    const copy = copyObject(value, copyValue)
    copies.set(value, copy)
    return copy as A
  }
  const copy = new ServiceState(state.generation)
  for (const [id, project] of state) copy.set(id, copyValue(project))
  return copy
}

/** Copies one object. Other kinds, such as the bytes of keys and redacted values, are immutable and shared. */
const copyObject = (value: object, copyValue: <A>(value: A) => A): object => {
  if (value instanceof Table) return value.copy(copyValue)
  if (value instanceof Map) return new Map(Array.from(value, ([key, item]) => [key, copyValue(item)]))
  // Sets hold only strings.
  if (value instanceof Set) return new Set(value)
  if (Array.isArray(value)) return value.map((item) => copyValue(item))
  return Object.getPrototypeOf(value) === Object.prototype
    ? Object.fromEntries(Object.entries(value).map(([name, field]) => [name, copyValue(field)]))
    : value
}
