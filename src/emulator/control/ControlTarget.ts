/** The emulator, as its control API and its pages use it. */
import type * as Effect from "effect/Effect"
import type { ServerUser } from "../../wire/users.ts"
import type { EmulatorRequest, EmulatorResponse } from "../requests/http.ts"
import type { UserOptions } from "../state/projectOptions.ts"
import type { ServiceClock } from "../state/ServiceClock.ts"
import type { ServiceState } from "../state/ServiceState.ts"
import type { Controls } from "./Controls.ts"
import type { FaultSwitch } from "./FaultSwitch.ts"

/** The operations and the state that the control API and the pages use. */
export interface ControlTarget extends Controls {
  readonly state: ServiceState
  readonly clock: ServiceClock
  readonly faults: FaultSwitch
  readonly createUser: (user: UserOptions, projectId?: string) => Effect.Effect<ServerUser>
  readonly reset: Effect.Effect<void>
}

/** Returns the default project's id, which is the first one. */
export const getDefaultProjectId = (state: ServiceState): string =>
  // Sound: a state has a project.
  state.keys().next().value!

/** Answers requests for the emulator's pages. `url` is the request's parsed URL. */
export interface ControlPages {
  readonly isPage: (path: string) => boolean
  readonly handle: (target: ControlTarget, request: EmulatorRequest, url: URL) => Effect.Effect<EmulatorResponse>
}
