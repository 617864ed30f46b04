/**
 * Requests that a bot challenge goes with.
 *
 * @since 0.1.0
 */
import * as Effect from "effect/Effect"
import type * as Redacted from "effect/Redacted"
import type { ApiError } from "../call/ApiError.ts"
import type * as KnownErrors from "../wire/KnownErrors.ts"
import { BotChallenge, type BotChallengeRequest } from "./BotChallenge.ts"

/**
 * The fields about the challenge in a request. Without a challenge there are none.
 *
 * @category models
 * @since 0.1.0
 */
export interface BotChallengeFields {
  readonly botChallengeToken?: Redacted.Redacted<string> | undefined
  readonly botChallengePhase?: BotChallengeRequest["phase"] | undefined
  readonly botChallengeUnavailable?: "true" | undefined
}

/**
 * Sends a request with the token of an invisible challenge. If the service refuses the token, sends the request again with
 * the token of a visible challenge, once. A service of 2025 gets the request without a token.
 *
 * @category combinators
 * @since 0.1.0
 */
export const sendWithBotChallenge = <A, E extends { readonly _tag: string }, R>(
  action: BotChallengeRequest["action"],
  send: (fields: BotChallengeFields) => Effect.Effect<A, E | KnownErrors.BotChallengeRequired | ApiError, R>
): Effect.Effect<A, E | KnownErrors.BotChallengeRequired | ApiError, R> =>
  Effect.flatMap(BotChallenge, (ask) => {
    const attempt = (
      botChallengePhase: BotChallengeRequest["phase"],
      otherwise: Effect.Effect<A, E | KnownErrors.BotChallengeRequired | ApiError, R>
    ) =>
      Effect.flatMap(ask({ action, phase: botChallengePhase }), (answer) =>
        answer === undefined
          ? otherwise
          : send(
            answer.unavailable
              ? { botChallengeUnavailable: "true" }
              : { botChallengeToken: answer.token, botChallengePhase }
          ))
    return Effect.catch(attempt("invisible", send({})), (error) =>
      error._tag === "BotChallengeRequired"
        ? attempt("visible", Effect.fail(error))
        // Sound: the tag of an `ApiError` is no other error's.
        : error._tag === "ApiError" && (error as ApiError).reason._tag === "UnsupportedGeneration"
        ? send({})
        : Effect.fail(error))
  })
