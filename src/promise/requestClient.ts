/** A request's client, for all levels. */
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import * as RequestHost from "../hosts/RequestHost.ts"
import { check, type InvalidOptions } from "../session/options.ts"
import type { AuthClient } from "./AuthClient.ts"
import { addBotChallenge, type BotChallengeOptions } from "./botChallenge.ts"
import type { Services } from "./client/Services.ts"
import { getRunner, makeAuthClient } from "./makeAuthClient.ts"
import type { BaseOptions } from "./openRuntime.ts"
import { type Runtime, warnOfCalls } from "./Runner.ts"

/** A client for one request, whose user has sent the cookies. */
export interface RequestClient extends AuthClient {
  /**
   * Creates the response, with the cookies that the calls have changed. If a call has left for another page, it is a redirect.
   * The console warns of a call that has not ended, since its cookies are lost.
   */
  readonly respond: (...response: ConstructorParameters<typeof Response>) => Response
}

/**
 * Builds the services for a request's client. Refuses values without headers, such as a promise, which would
 * sign the user out.
 *
 * @internal
 */
export const makeRequestServices = <R>(
  request: RequestHost.RequestLike,
  layer: Layer.Layer<R, InvalidOptions>,
  options: BotChallengeOptions
): Effect.Effect<Context.Context<R>, InvalidOptions, Scope.Scope> => {
  const isRequest = typeof request?.headers === "object"
  return check("request", isRequest, "must be a request with headers. If it is a promise, await it").pipe(
    Effect.andThen(Layer.build(layer)),
    Effect.flatMap((context) => addBotChallenge(options, context))
  )
}

/**
 * Creates a request's client. `origin` is the app's: the request's is not trusted, since anyone can send a request with
 * another host.
 *
 * @internal
 */
export const makeRequestClient = (
  runtime: Runtime<Services | RequestHost.PendingResponse>,
  options: BaseOptions,
  origin: string | undefined
): RequestClient => {
  const { apiOrigins = [] } = options
  const origins = origin === undefined ? apiOrigins : [origin, ...apiOrigins]
  const client = makeAuthClient(runtime, { options, getOrigins: () => origins })
  const { calls } = getRunner(client)!
  const respond: RequestClient["respond"] = (...response) => {
    warnOfCalls(calls, "respond was called during a call, whose cookies are lost")
    return runtime.runSync(RequestHost.respond(...response))
  }
  return Object.assign(client, { respond })
}
