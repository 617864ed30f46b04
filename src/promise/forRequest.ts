/** Creates a client for one request to a server. */
import * as Layer from "effect/Layer"
import * as RequestHost from "../hosts/RequestHost.ts"
import { requestHostNames } from "../hosts/requestHostNames.ts"
import * as Client from "../session/ClientService.ts"
import { type OptionNames, pickOptions } from "../session/optionNames.ts"
import { levelNames } from "../session/options.ts"
import { botChallengeNames, type BotChallengeOptions } from "./botChallenge.ts"
import { baseNames, type BaseOptions, openRuntime } from "./openRuntime.ts"
import { makeRequestClient, makeRequestServices, type RequestClient } from "./requestClient.ts"

/** Options for a client for a request. */
export interface RequestClientOptions
  extends BaseOptions, BotChallengeOptions, Omit<RequestHost.RequestOptions, "projectId">
{}

const names: OptionNames<RequestClientOptions> = {
  ...levelNames,
  ...requestHostNames,
  ...baseNames,
  ...botChallengeNames
}

/**
 * Creates a client for one request, with the user whose cookies or tokens it carries. Throws `InvalidOptions` like
 * `createAuthClient`.
 *
 * **Example** (A form without JavaScript)
 *
 * ```ts
 * import { forRequest } from "latchkey/promise"
 *
 * export const signIn = async (request: Request): Promise<Response> => {
 *   await using auth = forRequest(request, { projectId: "3f6e8a52-62c3-4d2e-9d5b-0a3b9a0f7a11" })
 *   const form = await request.formData()
 *   const { data, error } = await auth.signIn.password({
 *     email: String(form.get("email")),
 *     password: String(form.get("password"))
 *   })
 *   if (error) return auth.respond(error.message, { status: 400 })
 *   // The next request completes a second factor with `auth.signIn.pending()`.
 *   const location = data.status === "second-factor" ? "/sign-in/code" : "/"
 *   return auth.respond(null, { status: 303, headers: { location } })
 * }
 * ```
 */
export const forRequest = (request: RequestHost.RequestLike, given: RequestClientOptions = {}): RequestClient => {
  const { options, runtime } = openRuntime(given, {
    constructor: forRequest,
    names,
    make: (options) => {
      const layer = Layer.provideMerge(
        Layer.effect(Client.Client, Client.make(pickOptions(options, levelNames))),
        RequestHost.layer(request, pickOptions(options, requestHostNames))
      )
      return makeRequestServices(request, layer, options)
    }
  })
  return makeRequestClient(runtime, options, options.origin)
}

export type { RequestClient } from "./requestClient.ts"
