/** Creates a client with the super secret admin key, or for a project's owner. */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { type AdminOptions, makeLevels, makeOwnerLevels } from "../../admin/AdminService.ts"
import type { Secret } from "../../platform/toRedacted.ts"
import { hostedApi } from "../../session/apiUrl.ts"
import { findUnknownName, type OptionNames, pickOptions, toPlain } from "../../session/optionNames.ts"
import { check, checkNames, levelNames } from "../../session/options.ts"
import { layerNone } from "../../session/TokenStore.ts"
import type { AuthClient } from "../AuthClient.ts"
import type { Services } from "../client/Services.ts"
import { getRunner } from "../makeAuthClient.ts"
import { baseNames, type BaseOptions, buildRuntime, openRuntime } from "../openRuntime.ts"
import { checkProcessHost } from "../processVariables.ts"
import * as Runner from "../Runner.ts"
import { makeServerClient } from "../server/createServerClient.ts"
import { makeServerFunctions } from "../server/makeServerFunctions.ts"
import { setPrinted } from "../setPrinted.ts"
import type { AdminClient, OwnerClient } from "./AdminClient.ts"
import { makeAdminFunctions } from "./makeAdminFunctions.ts"

/** Options for an admin client. Without keys for the lower levels, their calls use the admin key. */
export interface AdminClientOptions extends BaseOptions {
  /** The super secret admin key, `sak_…`. By default, it is read from `STACK_SUPER_SECRET_ADMIN_KEY`. */
  readonly superSecretAdminKey?: Secret | undefined
  /** The secret server key, `ssk_…`. By default, it is read from `STACK_SECRET_SERVER_KEY`. */
  readonly secretServerKey?: Secret | undefined
}

/** Options for a client for a project's owner. The owner's client has the others. */
export interface OwnerClientOptions {
  /** The id of the owned project, from `auth.project.owned.list()`. */
  readonly projectId: string
  /** A client for the project `internal`, which the owner is signed in to. */
  readonly owner: AuthClient
}

const names: OptionNames<AdminClientOptions> = { ...levelNames, ...baseNames }

const ownerNames: OptionNames<OwnerClientOptions> = { projectId: true, owner: true }

/**
 * Creates a client with the super secret admin key, and sends nothing. Throws `InvalidOptions` for an option that is missing,
 * invalid or unknown. Omitted options are read from environment variables, such as `STACK_PROJECT_ID`. Do not use it in code
 * that browsers load.
 *
 * With `owner`, the client acts for a project's owner, and needs no key. It uses the session in the owner's client, and
 * never signs the owner out. Each client is disposed separately.
 *
 * **Example** (Enabling sign-up)
 *
 * ```ts
 * import { createAdminClient } from "latchkey/promise/admin"
 *
 * const admin = createAdminClient({
 *   projectId: "3f6e8a52-62c3-4d2e-9d5b-0a3b9a0f7a11",
 *   superSecretAdminKey: "sak_…"
 * })
 *
 * export const openSignUp = () => admin.project.update({ config: { signUpEnabled: true } })
 * ```
 *
 * **Example** (A user's projects)
 *
 * ```ts
 * import type { AuthClient } from "latchkey/promise"
 * import { createAdminClient } from "latchkey/promise/admin"
 *
 * export const rename = async (owner: AuthClient, projectId: string, displayName: string) => {
 *   await using admin = createAdminClient({ projectId, owner })
 *   return await admin.project.update({ displayName })
 * }
 * ```
 */
export const createAdminClient: {
  (options: OwnerClientOptions): OwnerClient
  (options?: AdminClientOptions): AdminClient
} = (given: AdminClientOptions | OwnerClientOptions = {}): AdminClient => {
  const plain = toPlain(given)
  // Also an owner that is `undefined`: the environment's keys must not take its place.
  // Sound: an owner's client lacks only the members that its type lacks.
  return "owner" in plain ? createOwnerClient(plain) as AdminClient : createKeyClient(plain)
}

const createKeyClient = (given: AdminClientOptions): AdminClient => {
  const { options, runtime } = openRuntime(given, {
    constructor: createAdminClient,
    names,
    secrets: ["superSecretAdminKey", "secretServerKey"],
    make: (options) => Layer.build(Layer.provideMerge(layerLevel(options), layerNone))
  })
  const runner = Runner.make(runtime)
  const { apiUrl = hostedApi, projectId } = options
  const client = {
    ...makeAdminFunctions(runner),
    server: makeServerClient(options, runner, layerLevel),
    [Symbol.asyncDispose]: () => runner.dispose()
  }
  return setPrinted(client, () => ({ projectId, apiUrl }))
}

const layerLevel = (options: AdminClientOptions & { readonly projectId: string }) =>
  // Sound: the layer reports a missing key.
  Layer.effectContext(makeLevels(pickOptions(options, levelNames) as AdminOptions, checkProcessHost))

const createOwnerClient = (given: OwnerClientOptions): OwnerClient => {
  const { owner, projectId } = given
  const make = Effect.gen(function*() {
    const name = findUnknownName(given, ownerNames)
    const rule = "must not be combined with owner. The client uses the options and the session of the owner's client"
    if (name !== undefined) yield* check(name, !Object.hasOwn(names, name), rule)
    yield* checkNames(given, ownerNames)
    // Untyped code may pass any value.
    const runner = typeof owner === "object" && owner !== null ? getRunner(owner) : undefined
    yield* check("owner", runner !== undefined, "must be a client of createAuthClient, of the same copy of latchkey")
    const context = runner!.runtime.runSync(Effect.context<Services>())
    return yield* Effect.provide(makeOwnerLevels({ projectId }), context)
  })
  const runner = Runner.make(buildRuntime({}, make, createAdminClient))
  const client: OwnerClient = {
    ...makeAdminFunctions(runner),
    server: makeServerFunctions(runner),
    [Symbol.asyncDispose]: () => runner.dispose()
  }
  return setPrinted(client, () => ({ projectId, owner }))
}
