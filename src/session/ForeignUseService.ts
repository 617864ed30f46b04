/** A session's uses by other devices. `ForeignUse.ts` adds the layers. */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Redacted from "effect/Redacted"
import type * as Scope from "effect/Scope"
import { CodedError } from "../platform/CodedError.ts"
import { withLayerHint } from "../platform/withLayerHint.ts"
import type { IpInfo, UserSession } from "../wire/sessions.ts"
import type { Tokens } from "./Tokens.ts"

/** A use of a session by another device. */
export interface FoundUse {
  /** The session's id, as in `Sessions.list`. */
  readonly sessionId: string
  /** The use's time, by the service's clock. */
  readonly at: Date
  /** The place from which the session was used, if the service knows it. */
  readonly place: IpInfo | undefined
}

/** No layer remembers this client's issues. Provide `ForeignUse.layerBrowser`, `layerStorage` or `layerMemory`. */
export class ForeignUseNotWatched extends CodedError("ForeignUseNotWatched")<{ readonly message: string }> {}

/** Finds the session's uses by other devices. */
export class ForeignUse extends withLayerHint(
  Context.Service<ForeignUse, {
    /** Returns the last use by another device among sessions that the service has just listed, or `undefined`. */
    readonly find: (
      sessions: ReadonlyArray<UserSession>,
      tokens: Tokens | undefined
    ) => Effect.Effect<FoundUse | undefined>
    /** Turns the detection off for a session whose refresh token another program gets. */
    readonly share: (refreshToken: Redacted.Redacted<string>) => Effect.Effect<void>
    /** Calls the listener for each use that is found, until the scope closes. */
    readonly subscribe: (listener: (use: FoundUse) => void) => Effect.Effect<void, never, Scope.Scope>
  }>()("latchkey/session/ForeignUse"),
  "ForeignUse.layerBrowser"
) {}
