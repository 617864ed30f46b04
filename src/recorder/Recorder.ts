/**
 * A client's flight recorder: it keeps the last events in the session, calls, requests, the token store, the cache and
 * redirects, and exports them as a recording without secrets.
 *
 * A recording can be sent with a bug report. `latchkey replay` prints it, and `latchkey/replay` runs it again in a test.
 *
 * **Example** (A recorder in a browser)
 *
 * ```ts
 * import * as Layer from "effect/Layer"
 * import { Browser, Client } from "latchkey"
 * import { Recorder } from "latchkey/recorder"
 *
 * const projectId = "3f6e8a52-62c3-4d2e-9d5b-0a3b9a0f7a11"
 *
 * const layer = Client.layer({ projectId }).pipe(
 *   Layer.provideMerge(Recorder.layer()),
 *   Layer.provideMerge(Browser.layer({ projectId }))
 * )
 * ```
 */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Scope from "effect/Scope"
import type { Connection } from "../call/Connection.ts"
import { Transport } from "../call/Transport.ts"
import { Navigation } from "../navigation/Navigation.ts"
import { Connectivity } from "../platform/Connectivity.ts"
import { Locks } from "../platform/Locks.ts"
import { Page } from "../platform/Page.ts"
import { withLayerHint } from "../platform/withLayerHint.ts"
import { ClientDecorator } from "../session/ClientService.ts"
import { makeListeners } from "../session/listeners.ts"
import type { OptionNames } from "../session/optionNames.ts"
import { checkNames } from "../session/options.ts"
import { TokenStore } from "../session/TokenStore.ts"
import { makeEventLog } from "./EventLog.ts"
import { observeClient } from "./observeClient.ts"
import { observeLocks, observeNavigation, observePage, observeStore, observeTransport } from "./observeHost.ts"
import type { Recording } from "./Recording.ts"

/** A client's recorder. */
export class Recorder extends withLayerHint(
  Context.Service<Recorder, {
    /** Returns a recording with the current events. See `Recorder.export`. */
    readonly export: Effect.Effect<Recording, ExportUnavailable>
    /** Drops all events. */
    readonly clear: Effect.Effect<void>
    /** Calls the listener after each event until the scope closes. The listener must not call the client. */
    readonly subscribe: (listener: () => void) => Effect.Effect<void, never, Scope.Scope>
  }>()("latchkey/recorder/Recorder"),
  "Recorder.layer"
) {}

/** The module that creates recordings could not be loaded, for example because the browser is offline. */
export class ExportUnavailable extends Data.TaggedError("ExportUnavailable")<{ readonly message: string }> {}

/** Options for a recorder. */
export interface RecorderOptions {
  /** The number of events to keep; 1000 by default. The oldest ones are dropped first. */
  readonly capacity?: number | undefined
  /** The number of characters to keep in the bodies of requests and responses; 1,000,000 by default. */
  readonly maxBodyLength?: number | undefined
}

const names: OptionNames<RecorderOptions> = { capacity: true, maxBodyLength: true }

/**
 * Layer for a recorder. It wraps the token store, and the navigation if there is one. Provide it to the layer for the client.
 *
 * Recording sends no request and starts no timer. The events are in memory, and contain secrets until they are exported.
 * Printing the service does not show them.
 */
export const layer = (
  options: RecorderOptions = {}
): Layer.Layer<Recorder | TokenStore, never, TokenStore> =>
  Layer.effectContext(Effect.gen(function*() {
    yield* Effect.orDie(checkNames(options, names))
    const { capacity = 1000, maxBodyLength = 1_000_000 } = options
    const context: Context.Context<TokenStore | Scope.Scope> = yield* Effect.context<TokenStore | Scope.Scope>()
    const { notify, subscribe } = makeListeners<void>()
    const log = makeEventLog(toLimit(capacity), toLimit(maxBodyLength), Context.get(context, Clock.Clock), notify)
    let connection: Connection | undefined
    let services = Context.make(Recorder, {
      export: Effect.map(
        Effect.tryPromise({
          try: () => import("./makeRecording.ts"),
          catch: () => new ExportUnavailable({ message: "The code that creates recordings cannot be loaded" })
        }),
        ({ makeRecording }) => makeRecording(log, connection)
      ),
      clear: Effect.sync(log.clear),
      subscribe
    }).pipe(
      Context.add(TokenStore, observeStore(log, Context.get(context, TokenStore))),
      Context.add(
        Transport,
        observeTransport(log, Context.get(context, Transport), Context.get(context, Connectivity))
      ),
      Context.add(Locks, observeLocks(log, Context.get(context, Locks))),
      Context.add(ClientDecorator, (client) => {
        connection = client.caller.connection
        return Effect.flatMap(
          Context.get(context, ClientDecorator)(client),
          (client) => observeClient(log, client, Context.get(context, Scope.Scope))
        )
      })
    )
    const navigation = Context.getOrUndefined(context, Navigation)
    if (navigation) services = Context.add(services, Navigation, observeNavigation(log, navigation))
    const page = Context.getOrUndefined(context, Page)
    if (page) services = Context.add(services, Page, observePage(log, page))
    return services
  }))

/** Negative numbers and `NaN` are 0. */
const toLimit = (value: number): number => value > 0 ? value : 0

/**
 * Returns the current events as a recording, which is JSON without secrets.
 *
 * Tokens, codes, passwords, email addresses, ids, names and all other user texts are replaced by pseudonyms, such as
 * `user-1`. The same text has the same pseudonym everywhere in the recording. Another export has other pseudonyms.
 *
 * **Example** (A button that saves the recording)
 *
 * ```ts
 * import * as Effect from "effect/Effect"
 * import { Recorder } from "latchkey/recorder"
 *
 * const toFile = Effect.map(
 *   Recorder.export,
 *   (recording) => new Blob([JSON.stringify(recording)], { type: "application/json" })
 * )
 * ```
 */
const exportRecording: Effect.Effect<Recording, ExportUnavailable, Recorder> = /*#__PURE__*/ Effect.flatMap(
  Recorder,
  (recorder) => recorder.export
)

/** Drops all events. */
export const clear: Effect.Effect<void, never, Recorder> = /*#__PURE__*/ Effect.flatMap(
  Recorder,
  (recorder) => recorder.clear
)

export { exportRecording as export }

export type { Recording } from "./Recording.ts"
