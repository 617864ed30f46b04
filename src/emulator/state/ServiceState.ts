/** The state of the emulated service. */
import type { Generation } from "../../wire/Endpoint.ts"
import type { FlowOverrides } from "../control/FlowOverrides.ts"
import type { ProjectRow } from "./rows.ts"

/** All projects of an emulator by id, the version of the service it emulates, and the fixed values of flows. */
export class ServiceState extends Map<string, ProjectRow> {
  readonly generation: Generation
  readonly overrides: FlowOverrides
  /** `true` for the service after version 2.8.86, as the official client describes it. */
  readonly isNewest: boolean

  constructor(generation: Generation, overrides: FlowOverrides = {}, isNewest = false) {
    super()
    this.generation = generation
    this.overrides = overrides
    this.isNewest = isNewest
  }
}

/** Replaces all projects of a state with those of another one. Both share the rows afterwards. */
export const replaceState = (state: ServiceState, other: ServiceState): void => {
  state.clear()
  for (const [id, project] of other) state.set(id, project)
}
