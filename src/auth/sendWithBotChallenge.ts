/** Requests with a bot challenge's token. */
import * as Effect from "effect/Effect"
import type * as Redacted from "effect/Redacted"
import type { ApiError } from "../call/ApiError.ts"
import type * as KnownErrors from "../wire/KnownErrors.ts"
import { BotChallenge, type BotChallengeRequest } from "./BotChallenge.ts"

/** A bot challenge's fields in a request. Without a challenge, there are no fields. */
export interface BotChallengeFields {
  readonly botChallengeToken?: Redacted.Redacted<string> | undefined
  readonly botChallengePhase?: BotChallengeRequest["phase"] | undefined
  readonly botChallengeUnavailable?: "true" | undefined
}

/**
 * Sends a request with an invisible challenge's token. If the service rejects the token, sends it a second time
 * with a visible challenge's token. Sends no token to services from 2025.
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
        // Sound: no other error has this tag.
        : error._tag === "ApiError" && (error as ApiError).reason._tag === "UnsupportedGeneration"
        ? send({})
        : Effect.fail(error))
  })
