/**
 * The code that only failures need: their interpretation, retries, the refresh of rejected tokens, and the option rules.
 */
import { InvalidResponse } from "./ApiError.ts"
import { ClockSkewError } from "./failureReasons.ts"
import { type Failed, makeFailed } from "./Outcome.ts"

export { interpretReply } from "./interpretReply.ts"

export { makeUnsupportedGeneration } from "./makeUnsupportedGeneration.ts"

export { optionRules } from "./optionRules.ts"

export { makeOwnerNotSignedIn, recover } from "./recover.ts"

export { checkOnline, retry } from "./retry.ts"

/** Creates the outcome for a response whose access token cannot be parsed, or does not have a claim. */
export const makeInvalidAccessToken = (claim?: string): Failed =>
  makeFailed(
    new InvalidResponse({
      status: 200,
      path: ["access_token"],
      message: `The access token is not a JWT${claim === undefined ? "" : ` with the claim ${claim}`}`
    })
  )

/** Creates the outcome for responses whose access tokens are already expired. */
export const makeExpiredAccessToken = (lifetimeMillis: number): Failed =>
  makeFailed(
    new ClockSkewError({
      message: "The service issues expired access tokens. Its clock is wrong",
      lifetimeMillis,
      error: undefined
    })
  )
