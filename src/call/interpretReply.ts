/** Interprets the replies to failed attempts. */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Redacted from "effect/Redacted"
import { ResponseTooLarge } from "./failureReasons.ts"
import { RequestHeaders } from "./headers.ts"
import { interpretFailure } from "./interpret.ts"
import { makeFailed, makeNetworkFailure, type Outcome } from "./Outcome.ts"
import { getSpellings, redactMessage } from "./redact.ts"
import type { Request } from "./Request.ts"
import { TransportFailure, type TransportResponse } from "./Transport.ts"

/** Interprets a response that is not a success, or a transport's failure. */
export const interpretReply = (
  request: Request,
  reply: TransportResponse | TransportFailure,
  context: Context.Context<never>
): Outcome => {
  const { caller, endpoint } = request
  const { responseLimit, retryAfterLimit } = caller.connection
  const secrets = () => getSecrets(request, context)
  if (!(reply instanceof TransportFailure)) {
    const now = () => Context.get(context, Clock.Clock).currentTimeMillisUnsafe()
    return interpretFailure(endpoint, reply, { now, retryAfterLimit, secrets })
  }
  // If a header is invalid, `fetch`'s message contains the header.
  const message = redactMessage(reply.message, secrets())
  const { isIdempotent } = endpoint
  return reply.tooLarge
    ? makeFailed(new ResponseTooLarge({ limit: responseLimit, message: message + tooLargeAdvice }))
    : makeNetworkFailure(message, !isIdempotent, isIdempotent)
}

/** Returns a request's secrets in all spellings. */
const getSecrets = (
  { caller: { connection }, endpoint, input, ownerTokens, tokens }: Request,
  context: Context.Context<never>
): ReadonlyArray<string> =>
  getSpellings([
    ...connection.access(endpoint.level).keys,
    ...collectSecrets([tokens, ownerTokens, input]),
    // A gateway may echo the credentials in an authorization header without their scheme.
    ...[Redacted.value(connection.extraRequestHeaders), Context.get(context, RequestHeaders)].flatMap((headers) =>
      Object.values(headers).flatMap((value) => [value, ...value.split(" ")])
    )
  ])

const tooLargeAdvice = ". Raise the option responseLimit, or request fewer items per page"

/** Returns the values in all `Redacted` fields, 8 levels deep: no payload is nested deeper. */
const collectSecrets = (value: unknown, depth = 0): ReadonlyArray<unknown> =>
  Redacted.isRedacted(value)
    ? [Redacted.value(value)]
    : typeof value === "object" && value !== null && depth < 8
    ? Object.values(value).flatMap((each) => collectSecrets(each, depth + 1))
    : []
