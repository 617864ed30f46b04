/** The client level's service, and the calls that use it. `Client.ts` adds its layers. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import type { ApiError } from "../call/ApiError.ts"
import { call, type Caller, type Credentials, references } from "../call/call.ts"
import type { DoneCall } from "../call/Caller.ts"
import type { Connection } from "../call/Connection.ts"
import { Locks } from "../platform/Locks.ts"
import { withLayerHint } from "../platform/withLayerHint.ts"
import type { Any, Failure, Input, Success } from "../wire/Endpoint.ts"
import * as Session from "./ClientSession.ts"
import { makeListeners } from "./listeners.ts"
import { checkNames, checkRule, connect, type InvalidOptions, levelNames, type Options } from "./options.ts"
import * as SingleFlight from "./SingleFlight.ts"
import { TokenStore } from "./TokenStore.ts"

/**
 * The client level. Functions that require `Client` get it from `Client.layer`, or from the layers for the server and admin
 * levels.
 */
export class Client extends withLayerHint(
  Context.Service<Client, {
    readonly session: Session.ClientSession
    readonly caller: Caller
    readonly singleFlight: SingleFlight.SingleFlight
    /** The host's locks, taken from the context in which the layer was built. */
    readonly locks: Locks
    /**
     * Calls a listener with the endpoint's id after each call that may have changed data, and with its result if that is up
     * to date, until the scope closes.
     */
    readonly changes: (
      listener: (endpointId: string, done?: DoneCall) => void
    ) => Effect.Effect<void, never, Scope.Scope>
    /** @internal Called by the cache with each event that changes an entry, and with its new state. */
    readonly onCacheEvent?: ((key: string, event: CacheEvent, state: CacheEventState) => void) | undefined
  }>()("latchkey/session/Client"),
  "Client.layer"
) {}

/** A cache entry's event, for recorders. */
type CacheEvent = {
  readonly _tag: string
}

/** A cache entry's state after an event, for recorders. */
type CacheEventState = {
  readonly snapshot: { readonly _tag: string }
  readonly phase: string
  readonly subscribers: number
  readonly isOutdated: boolean
}

/**
 * Changes the clients that layers create. A recorder observes them with it.
 *
 * @internal
 */
export const ClientDecorator: Context.Reference<(client: Client["Service"]) => Effect.Effect<Client["Service"]>> =
  /*#__PURE__*/ Context.Reference("latchkey/session/ClientDecorator", { defaultValue: () => Effect.succeed })

/** Options for the client level. Secret keys are rejected, by the type and at run time. */
export interface ClientOptions extends Options {
  readonly secretServerKey?: never
  readonly superSecretAdminKey?: never
}

/**
 * Creates a connection's client level. If there is an owner, its access tokens replace the keys.
 *
 * @internal
 */
export const makeService = Effect.fnUntraced(function*(
  connection: Connection,
  owner?: Credentials
): Effect.fn.Return<Client["Service"], never, TokenStore> {
  const { subscribe: changes, notify: onChange } = makeListeners<string, DoneCall>()
  const base = { connection, owner, provide: yield* references, onChange }
  const singleFlight = yield* SingleFlight.make
  const session = yield* Session.make(yield* TokenStore, base, singleFlight)
  const decorate = yield* ClientDecorator
  return yield* decorate(
    Client.of({ session, singleFlight, locks: yield* Locks, changes, caller: Session.makeCaller(base, session) })
  )
})

/**
 * Creates the client level, for programs that provide it with `Effect.provideService`. Sends no request, starts no timer and
 * adds no listener.
 *
 * Fails with `InvalidOptions` if an option is missing or invalid.
 */
export const make = (options: ClientOptions): Effect.Effect<Client["Service"], InvalidOptions, TokenStore> =>
  Effect.flatMap(connectClient(options), (connection) => makeService(connection))

const connectClient = (options: ClientOptions): Effect.Effect<Connection, InvalidOptions> =>
  Effect.gen(function*() {
    const { apiGeneration, publishableClientKey, secretServerKey, superSecretAdminKey } = options
    yield* checkNames(options, levelNames)
    yield* checkRule("secretServerKey", secretServerKey === undefined, "notInClient")
    yield* checkRule("superSecretAdminKey", superSecretAdminKey === undefined, "notInClient")
    yield* checkRule(
      "publishableClientKey",
      publishableClientKey !== undefined || apiGeneration !== "2025",
      "mustBeSetFor2025"
    )
    return yield* connect(options)
  })

/**
 * Calls an endpoint at the client level. Sends the session's tokens if the endpoint takes them.
 *
 * @internal
 */
export const callAsClient = <E extends Any>(
  endpoint: E,
  input: Input<E>
): Effect.Effect<Success<E>, Failure<E> | ApiError, Client> =>
  Effect.flatMap(Client, ({ caller }) => call(caller, endpoint, input))

export type { DoneCall } from "../call/Caller.ts"
