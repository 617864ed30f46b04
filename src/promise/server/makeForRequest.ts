/** `server.forRequest`. */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as RequestHost from "../../hosts/RequestHost.ts"
import { requestHostNames } from "../../hosts/requestHostNames.ts"
import type { Server } from "../../server/ServerService.ts"
import type { Client } from "../../session/ClientService.ts"
import { type OptionNames, pickOptions, toPlain } from "../../session/optionNames.ts"
import { checkNames, type InvalidOptions } from "../../session/options.ts"
import type { TokenStore } from "../../session/TokenStore.ts"
import { botChallengeNames, type BotChallengeOptions } from "../botChallenge.ts"
import type { Services } from "../client/Services.ts"
import type { RequestClient } from "../forRequest.ts"
import { getRunner } from "../makeAuthClient.ts"
import { makeCall } from "../makeCall.ts"
import { makeMethods } from "../makeMethods.ts"
import { onDemand } from "../onDemand.ts"
import { type BaseOptions, buildRuntime } from "../openRuntime.ts"
import { makeRequestClient, makeRequestServices } from "../requestClient.ts"
import type { Runner } from "../Runner.ts"
import type { ServerUserGroup } from "./currentUser.ts"

/** Options for a client for a request. */
export type ServerRequestOptions = BotChallengeOptions & Omit<RequestHost.RequestOptions, "apiGeneration" | "projectId">

/**
 * A client for one request: the `AuthClient` functions for the request's user, with the fields that servers may see and
 * change in `getUser` and `updateUser`.
 */
export interface ServerRequestClient extends Omit<RequestClient, "getUser" | "updateUser">, ServerUserGroup {}

/**
 * Creates a client for one request.
 *
 * **Example** (The user's plan)
 *
 * ```ts
 * import type { ServerClient } from "latchkey/promise/server"
 *
 * export const getPlan = async (server: ServerClient, request: Request): Promise<Response> => {
 *   await using auth = server.forRequest(request, { origin: "https://app.example.com" })
 *   const { data: user, error } = await auth.getUser()
 *   if (error) return auth.respond(error.message, { status: 503 })
 *   return user ? auth.respond(JSON.stringify(user.serverMetadata)) : auth.respond("Sign in first.", { status: 401 })
 * }
 * ```
 */
export type ForRequest = (request: RequestHost.RequestLike, options?: ServerRequestOptions) => ServerRequestClient

const names: OptionNames<ServerRequestOptions> = {
  domain: true,
  origin: true,
  redirectMethod: true,
  urls: true,
  ...botChallengeNames
}

/** Creates the function from the options for the client, and the layer for its level over a store. @internal */
export const makeForRequest = (
  options: BaseOptions & { readonly projectId: string },
  level: Layer.Layer<Client | Server, InvalidOptions, TokenStore>
): ForRequest => {
  const currentUser = onDemand(() => import("./currentUser.ts"))
  const forRequest: ForRequest = (request, given = {}) => {
    const own = toPlain(given)
    const host = RequestHost.layer(request, {
      ...pickOptions(options, requestHostNames),
      ...pickOptions(own, requestHostNames)
    })
    const make = Effect.andThen(
      checkNames(own, names),
      makeRequestServices(request, Layer.provideMerge(level, host), own)
    )
    const client = makeRequestClient(buildRuntime(options, make, forRequest), options, own.origin)
    // Sound: the client runs in this runtime, which has the server level too.
    const runner = getRunner(client)! as Runner<Services | Server>
    return Object.assign(
      client,
      makeMethods(makeCall(runner))(currentUser)("user")("getUser", "updateUser")
    )
  }
  return forRequest
}
