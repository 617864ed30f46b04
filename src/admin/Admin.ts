/**
 * The admin level: what a program may do with the super secret admin key, to the project itself.
 *
 * @since 0.1.0
 */
import * as Config from "effect/Config"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import type * as Redacted from "effect/Redacted"
import type { ApiError } from "../call/ApiError.ts"
import { call, type Caller } from "../call/call.ts"
import type { Connection } from "../call/Connection.ts"
import * as Server from "../server/Server.ts"
import type { Client } from "../session/Client.ts"
import { check, connect, type InvalidOptions, type Options, optionsConfig } from "../session/options.ts"
import type { TokenStore } from "../session/TokenStore.ts"
import type { Any, Failure, Input, Success } from "../wire/Endpoint.ts"

/**
 * The admin level. Functions that need it have `Admin` in their requirements; its layer provides it.
 *
 * @category services
 * @since 0.1.0
 */
export class Admin extends Context.Service<Admin, {
  readonly caller: Caller
}>()("latchkey/Admin") {}

/**
 * The options of the admin level. Without the keys of the lower levels, their calls are made with the admin key.
 *
 * @category options
 * @since 0.1.0
 */
export interface AdminOptions extends Options {
  /** The super secret admin key, `sak_…`. */
  readonly superSecretAdminKey: Redacted.Redacted<string>
  /** The secret server key, `ssk_…`. */
  readonly secretServerKey?: Redacted.Redacted<string> | undefined
}

/**
 * Layer of the admin level, which provides the lower levels too. Building it sends nothing.
 *
 * **Example** (A program that manages the project)
 *
 * ```ts
 * import * as Layer from "effect/Layer"
 * import * as Redacted from "effect/Redacted"
 * import { TokenStore } from "latchkey"
 * import { Admin } from "latchkey/admin"
 *
 * const layer = Admin.layer({
 *   projectId: "3f6e8a52-62c3-4d2e-9d5b-0a3b9a0f7a11",
 *   superSecretAdminKey: Redacted.make("sak_…")
 * }).pipe(Layer.provide(TokenStore.layerNone))
 * ```
 *
 * @category layers
 * @since 0.1.0
 */
export const layer = (
  options: AdminOptions
): Layer.Layer<Client | Server.Server | Admin, InvalidOptions, TokenStore> =>
  Layer.effectContext(Effect.flatMap(connectAdmin(options), make))

/**
 * Layer of the admin level whose options come from the environment; those given here win. The keys are read from
 * `STACK_SUPER_SECRET_ADMIN_KEY` and `STACK_SECRET_SERVER_KEY`.
 *
 * @category layers
 * @since 0.1.0
 */
export const layerConfig = (
  options: Partial<AdminOptions> = {}
): Layer.Layer<Client | Server.Server | Admin, InvalidOptions | Config.ConfigError, TokenStore> =>
  Layer.effectContext(Effect.gen(function*() {
    const found = yield* optionsConfig
    const superSecretAdminKey = yield* key("STACK_SUPER_SECRET_ADMIN_KEY")
    const secretServerKey = yield* key("STACK_SECRET_SERVER_KEY")
    const all = { ...found, secretServerKey, superSecretAdminKey, ...options }
    // Sound: what is still missing is what the validation reports.
    return yield* make(yield* connectAdmin(all as AdminOptions))
  }))

const key = (name: string) => Config.map(Config.option(Config.Redacted(name)), Option.getOrUndefined)

const make = Effect.fnUntraced(function*(connection: Connection) {
  const context = yield* Server.make(connection)
  return Context.add(context, Admin, { caller: Context.get(context, Server.Server).caller })
})

const connectAdmin = (options: AdminOptions): Effect.Effect<Connection, InvalidOptions> =>
  Effect.gen(function*() {
    const { secretServerKey, superSecretAdminKey } = options
    yield* check("superSecretAdminKey", superSecretAdminKey !== undefined, "is missing")
    return yield* connect(options, [
      Server.secretServerKeyOf(secretServerKey),
      { level: "admin", option: "superSecretAdminKey", header: "super-secret-admin-key", key: superSecretAdminKey }
    ])
  })

/**
 * Calls an endpoint at the admin level.
 *
 * @category constructors
 * @since 0.1.0
 */
export const callAsAdmin = <E extends Any>(
  endpoint: E,
  input: Input<E>
): Effect.Effect<Success<E>, Failure<E> | ApiError, Admin> =>
  Effect.flatMap(Admin, ({ caller }) => call(caller, endpoint, input))
