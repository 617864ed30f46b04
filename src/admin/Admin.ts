/** The admin level, for programs with the super secret admin key and for users who own the project. */
import type * as Config from "effect/Config"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { Server } from "../server/ServerService.ts"
import type { Client } from "../session/ClientService.ts"
import type { InvalidOptions } from "../session/options.ts"
import { withEnvironment } from "../session/optionSource.ts"
import { checkDefaultHost, type ConfigOptions, readOptions, readSecret } from "../session/readOptions.ts"
import type { TokenStore } from "../session/TokenStore.ts"
import { Admin, type AdminOptions, makeLevels, makeOwnerLevels, type OwnerOptions } from "./AdminService.ts"

export { Admin, type AdminOptions, type OwnerOptions } from "./AdminService.ts"

/**
 * Creates the admin level, for programs that provide it with `Effect.provideService`. Sends no request.
 *
 * Fails with `InvalidOptions` if an option is missing or invalid. To call lower levels too, use `layer`.
 */
export const make = (options: AdminOptions): Effect.Effect<Admin["Service"], InvalidOptions, TokenStore> =>
  Effect.map(makeLevels(options, checkDefaultHost), Context.get(Admin))

/**
 * Layer for the admin level, including the server and client levels. Building it sends no request.
 *
 * **Example** (A program that manages a project)
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
 */
export const layer = (
  options: AdminOptions
): Layer.Layer<Client | Server | Admin, InvalidOptions, TokenStore> =>
  Layer.effectContext(makeLevels(options, checkDefaultHost))

/**
 * Layer for the admin level that reads its options from the environment. Each option may be a `Config` of another
 * variable, or a value. By default, the keys are read from `STACK_SUPER_SECRET_ADMIN_KEY` and
 * `STACK_SECRET_SERVER_KEY`, or from the same names with `HEXCLAVE`, which take precedence. The other defaults are those of
 * `Client.layerConfig`, which include variables without `NEXT_PUBLIC_`.
 */
export const layerConfig = (
  options: ConfigOptions<AdminOptions> = {}
): Layer.Layer<Client | Server | Admin, InvalidOptions | Config.ConfigError, TokenStore> =>
  Layer.effectContext(
    Effect.flatMap(
      readOptions<AdminOptions>(options, {
        secretServerKey: readSecret("secretServerKey"),
        superSecretAdminKey: readSecret("superSecretAdminKey")
      }),
      (options) => withEnvironment(makeLevels(options, checkDefaultHost))
    )
  )

/**
 * Layer for the admin level that a project's owner uses. The owner must be signed in to the project `internal`. The
 * owner's access token replaces all keys.
 *
 * The layer requires the client that the owner is signed in to. It sends requests to the same service, and reads and
 * refreshes the access tokens in that client's session. It never signs the owner out. If the owner is not signed in,
 * calls fail with `ProjectRefused` and send no request. If the client belongs to a project other than `internal`,
 * building the layer fails with `InvalidOptions`.
 *
 * **Gotchas**
 *
 * This layer's client level belongs to the owned project, and has no session. The same owner's layers for other projects
 * can be provided inside.
 *
 * **Example** (Renaming all owned projects)
 *
 * ```ts
 * import * as Effect from "effect/Effect"
 * import * as Layer from "effect/Layer"
 * import { Client, OwnedProjects, TokenStore } from "latchkey"
 * import { Admin, Project } from "latchkey/admin"
 *
 * const OwnerLive = Client.layer({ projectId: "internal", publishableClientKey: "pck_…" }).pipe(
 *   Layer.provide(TokenStore.layerMemory)
 * )
 *
 * const rename = Effect.gen(function*() {
 *   for (const { displayName, id } of yield* OwnedProjects.list) {
 *     yield* Project.update({ displayName: `${displayName} (old)` }).pipe(
 *       Effect.provide(Admin.layerOwner({ projectId: id }))
 *     )
 *   }
 * }).pipe(Effect.provide(OwnerLive))
 * ```
 */
export const layerOwner = (
  options: OwnerOptions
): Layer.Layer<Client | Server | Admin, InvalidOptions, Client> => Layer.effectContext(makeOwnerLevels(options))

export type { ConfigOptions } from "../session/readOptions.ts"
