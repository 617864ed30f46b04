/** Creates a client with the secret server key. */
import * as Layer from "effect/Layer"
import type { Secret } from "../../platform/toRedacted.ts"
import { makeLevels, type Server, type ServerOptions } from "../../server/ServerService.ts"
import { hostedApi } from "../../session/apiUrl.ts"
import { type OptionNames, pickOptions } from "../../session/optionNames.ts"
import { levelNames } from "../../session/options.ts"
import { layerNone } from "../../session/TokenStore.ts"
import { baseNames, type BaseOptions, openRuntime } from "../openRuntime.ts"
import { checkProcessHost } from "../processVariables.ts"
import * as Runner from "../Runner.ts"
import { setPrinted } from "../setPrinted.ts"
import { makeForRequest } from "./makeForRequest.ts"
import { makeServerFunctions } from "./makeServerFunctions.ts"
import type { ServerClient } from "./ServerClient.ts"

/** Options for a server client. */
export interface ServerClientOptions extends BaseOptions {
  /** The secret server key, `ssk_…`. By default, it is read from `STACK_SECRET_SERVER_KEY`. */
  readonly secretServerKey?: Secret | undefined
  readonly superSecretAdminKey?: never
}

const names: OptionNames<ServerClientOptions> = { ...levelNames, ...baseNames }

/**
 * Creates a client with the secret server key, and sends nothing. Throws `InvalidOptions` for an option that is missing,
 * invalid or unknown. Omitted options are read from environment variables, such as `STACK_PROJECT_ID`. Do not use it in code
 * that browsers load.
 *
 * If an environment variable names a service that this host does not read, it throws too: the hosted service must not get the
 * key of another one.
 *
 * **Example** (All users)
 *
 * ```ts
 * import { createServerClient } from "latchkey/promise/server"
 *
 * const server = createServerClient({
 *   projectId: "3f6e8a52-62c3-4d2e-9d5b-0a3b9a0f7a11",
 *   secretServerKey: "ssk_…"
 * })
 *
 * export const exportEmails = async (write: (line: string) => Promise<void>): Promise<void> => {
 *   for await (const user of server.users.stream()) await write(user.primaryEmail ?? user.id)
 * }
 * ```
 */
export const createServerClient = (given: ServerClientOptions = {}): ServerClient => {
  const { options, runtime } = openRuntime(given, {
    constructor: createServerClient,
    names,
    secrets: ["secretServerKey"],
    make: (options) => Layer.build(Layer.provideMerge(layerLevel(options), layerNone))
  })
  return makeServerClient(options, Runner.make(runtime), layerLevel)
}

/** Creates the client from its checked options, and the layer for its level. @internal */
export const makeServerClient = <O extends BaseOptions & { readonly projectId: string }>(
  options: O,
  runner: Runner.Runner<Server>,
  layerLevel: (options: O) => Parameters<typeof makeForRequest>[1]
): ServerClient => {
  const { apiUrl = hostedApi, projectId } = options
  const client: ServerClient = {
    ...makeServerFunctions(runner),
    // The address was checked, and is not read again for each request.
    forRequest: makeForRequest(options, layerLevel({ ...options, apiUrl })),
    [Symbol.asyncDispose]: () => runner.dispose()
  }
  return setPrinted(client, () => ({ projectId, apiUrl }))
}

const layerLevel = (options: ServerClientOptions & { readonly projectId: string }) =>
  // Sound: the layer reports a missing key.
  Layer.effectContext(makeLevels(pickOptions(options, levelNames) as ServerOptions, checkProcessHost))
