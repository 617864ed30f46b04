/** The emulated service's state. */
import type { Generation } from "../../wire/Endpoint.ts"
import type { ProjectRow } from "./rows.ts"

/** Fixed flow values, to replay recorded flows. By default, challenges are random and the provider page is the emulator's. */
export interface FlowOverrides {
  readonly passkeyChallenge?: string | undefined
  readonly oauthPage?: string | undefined
}

/** An emulator's projects by id, the service version it emulates, and the fixed values for flows. */
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

/** Replaces a state's projects with another state's. Both share the rows afterwards. */
export const replaceState = (state: ServiceState, other: ServiceState): void => {
  state.clear()
  for (const [id, project] of other) state.set(id, project)
}
