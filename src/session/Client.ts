/**
 * The client level: what a program may do with the publishable key and the tokens of the user who is signed in.
 *
 * @since 0.1.0
 */
import type * as Config from "effect/Config"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import type { ApiError } from "../call/ApiError.ts"
import { call, type Caller, type Credentials, references } from "../call/call.ts"
import type { Connection } from "../call/Connection.ts"
import { Locks } from "../platform/Locks.ts"
import type { Any, Failure, Input, Success } from "../wire/Endpoint.ts"
import { makeListeners } from "./listeners.ts"
import {
  check,
  connect,
  type Given,
  type InvalidOptions,
  mergeOptions,
  type Options,
  optionsConfig
} from "./options.ts"
import * as Session from "./Session.ts"
import * as SingleFlight from "./SingleFlight.ts"
import { TokenStore } from "./TokenStore.ts"

/**
 * The client level. Functions that need it have `Client` in their requirements; its layer provides it.
 *
 * @category services
 * @since 0.1.0
 */
export class Client extends Context.Service<Client, {
  readonly session: Session.Session
  readonly caller: Caller
  readonly singleFlight: SingleFlight.SingleFlight
  /** The locks of the host that the layer was built with. */
  readonly locks: Locks
  /** Calls a listener with the id of each endpoint whose call may have changed something, until the scope closes. */
  readonly changes: (listener: (endpointId: string) => void) => Effect.Effect<void, never, Scope.Scope>
}>()("latchkey/session/Client") {}

/**
 * The options of the client level. Secret keys do not belong in a client: they are refused by type and at run time.
 *
 * @category options
 * @since 0.1.0
 */
export interface ClientOptions extends Options {
  readonly secretServerKey?: never
  readonly superSecretAdminKey?: never
}

/**
 * Creates the client level over a connection. Where there is an owner, its access tokens stand for the keys.
 *
 * @internal
 */
export const make = Effect.fnUntraced(function*(
  connection: Connection,
  owner?: Credentials
): Effect.fn.Return<Client["Service"], never, TokenStore> {
  const { subscribe: changes, tell: onChange } = makeListeners<string>()
  const base = { connection, owner, references: yield* references, onChange }
  const singleFlight = yield* SingleFlight.make
  const session = yield* Session.make(yield* TokenStore, base, singleFlight)
  return Client.of({ session, singleFlight, locks: yield* Locks, changes, caller: Session.callerOf(base, session) })
})

/**
 * Layer of the client level. Building it sends no request, starts no timer and adds no listener.
 *
 * **Example** (A client whose tokens live in memory)
 *
 * ```ts
 * import * as Layer from "effect/Layer"
 * import { Client, TokenStore } from "latchkey"
 *
 * const layer = Client.layer({
 *   projectId: "3f6e8a52-62c3-4d2e-9d5b-0a3b9a0f7a11",
 *   publishableClientKey: "pck_…"
 * }).pipe(Layer.provide(TokenStore.layerMemory))
 * ```
 *
 * @category layers
 * @since 0.1.0
 */
export const layer = (options: ClientOptions): Layer.Layer<Client, InvalidOptions, TokenStore> =>
  Layer.effect(Client, Effect.flatMap(connectClient(options), (connection) => make(connection)))

/**
 * Layer of the client level whose options come from the environment; those given here win.
 *
 * **Details**
 *
 * The names are those that the service's own documentation uses: `NEXT_PUBLIC_STACK_PROJECT_ID`,
 * `NEXT_PUBLIC_STACK_PUBLISHABLE_CLIENT_KEY`, and for the API's root `NEXT_PUBLIC_BROWSER_STACK_API_URL` or
 * `NEXT_PUBLIC_SERVER_STACK_API_URL` by where the program runs, then `NEXT_PUBLIC_STACK_API_URL`, then
 * `NEXT_PUBLIC_STACK_URL`. `NEXT_PUBLIC_STACK_EXTRA_REQUEST_HEADERS` is a JSON object.
 *
 * @category layers
 * @since 0.1.0
 */
export const layerConfig = (
  options: Given<ClientOptions> = {}
): Layer.Layer<Client, InvalidOptions | Config.ConfigError, TokenStore> =>
  Layer.effect(
    Client,
    Effect.flatMap(optionsConfig, (found) =>
      Effect.flatMap(connectClient(mergeOptions<ClientOptions>(found, options)), (connection) =>
        make(connection)))
  )

const connectClient = (options: ClientOptions): Effect.Effect<Connection, InvalidOptions> =>
  Effect.gen(function*() {
    const { apiGeneration, publishableClientKey, secretServerKey, superSecretAdminKey } = options
    const rule = "does not belong in a client, which runs where everybody can read it"
    yield* check("secretServerKey", secretServerKey === undefined, rule)
    yield* check("superSecretAdminKey", superSecretAdminKey === undefined, rule)
    yield* check(
      "publishableClientKey",
      publishableClientKey !== undefined || apiGeneration !== "2025",
      "is missing, and services of 2025 require it"
    )
    return yield* connect(options)
  })

/**
 * Calls an endpoint at the client level, with the tokens of the session where the endpoint wants them.
 *
 * @internal
 */
export const callAsClient = <E extends Any>(
  endpoint: E,
  input: Input<E>
): Effect.Effect<Success<E>, Failure<E> | ApiError, Client> =>
  Effect.flatMap(Client, ({ caller }) => call(caller, endpoint, input))

/** @since 0.1.0 */
export type { Given } from "./options.ts"
