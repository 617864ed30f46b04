/** Snapshots of the emulator's state. */
import { ServiceState } from "./ServiceState.ts"
import { Table } from "./Table.ts"

/**
 * The service's state at one time: projects, users, sessions, teams, codes, emails and keys. An opaque, immutable
 * value in memory.
 */
export class Snapshot {
  readonly #state: ServiceState

  constructor(state: ServiceState) {
    this.#state = copyState(state)
  }

  /** Returns a mutable copy of a snapshot's state. */
  static stateOf(snapshot: Snapshot): ServiceState {
    return copyState(snapshot.#state)
  }
}

/** Copies everything mutable: tables, maps, sets, arrays and plain objects. No row refers to another row. */
const copyState = (state: ServiceState): ServiceState => {
  const copy = new ServiceState(state.generation)
  for (const [id, project] of state) copy.set(id, copyValue(project))
  return copy
}

const copyValue = <A>(value: A): A =>
  // Sound: a copy has the original's type.
  typeof value === "object" && value !== null ? copyObject(value) as A : value

/** Copies one object. Other kinds, such as key bytes and redacted values, are immutable and shared. */
const copyObject = (value: object): object => {
  if (value instanceof Table) return value.copy(copyValue)
  if (value instanceof Map) {
    const copy = new Map()
    for (const [key, item] of value) copy.set(key, copyValue(item))
    return copy
  }
  // Sets hold only strings.
  if (value instanceof Set) return new Set(value)
  if (Array.isArray(value)) return value.map(copyValue)
  if (Object.getPrototypeOf(value) !== Object.prototype) return value
  const copy: Record<string, unknown> = { ...value }
  for (const name in copy) {
    const field = copy[name]
    if (typeof field === "object" && field !== null) copy[name] = copyObject(field)
  }
  return copy
}
