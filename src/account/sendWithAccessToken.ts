/** Requests with the user's access token. */
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import type { ApiError } from "../call/ApiError.ts"
import { parse } from "../session/AccessToken.ts"
import type { Client } from "../session/ClientService.ts"
import { type Challenge, parseHeader, parseProblem } from "./Challenge.ts"
import * as Reverification from "./Reverification.ts"
import * as Session from "./Session.ts"

type Token = Redacted.Redacted<string> | null

/** Returns the same user's other token: the current token if it has changed since, or a new one. */
const renew = (refused: Redacted.Redacted<string>): Effect.Effect<Token, ApiError, Client> => {
  const isRefused = (token: Redacted.Redacted<string>) => Redacted.value(token) === Redacted.value(refused)
  // Another user may have signed in since. The request is not theirs.
  const userId = parse(refused)?.userId
  const unlessUseless = (token: Token) =>
    token !== null && !isRefused(token) && parse(token)?.userId === userId ? token : null
  return Effect.flatMap(Session.getAccessToken(), (current) =>
    current !== null && isRefused(current)
      ? Effect.map(Session.refresh, unlessUseless)
      : Effect.succeed(unlessUseless(current)))
}

/** What a response says about the token: nothing, that it is refused, or that the user must sign in again. */
export type Verdict = "accepted" | "refused" | Challenge

/** A response with status 401, as it is read for its verdict. */
interface Refusal {
  readonly header: (name: string) => string | null | undefined
  /** Reads the body. The program must still be able to read it. */
  readonly text: () => Effect.Effect<string>
}

/** Returns the verdict of a response with status 401. */
export const judgeRefusal = ({ header, text }: Refusal): Effect.Effect<Verdict> => {
  const challenge = parseHeader(header("www-authenticate"))
  if (challenge !== undefined) return Effect.succeed(challenge)
  return header("content-type")?.startsWith("application/problem+json") === true
    ? Effect.map(text(), (text) => parseProblem(text) ?? "refused")
    : Effect.succeed("refused")
}

/**
 * Sends a request with the user's access token, refreshed if necessary, or without one if no user is signed in.
 *
 * If the response refuses the token, sends the request once more with another token. Concurrent refused requests share its
 * refresh. If the response is a challenge, asks the user to sign in again, and sends the request once more afterwards. Returns
 * the last response if there is no other token.
 */
export const sendWithAccessToken = <A, E, R>(
  send: (token: Token) => Effect.Effect<A, E, R>,
  judge: (response: A) => Effect.Effect<Verdict>
): Effect.Effect<A, E | ApiError, R | Client> => {
  const repeat = (
    token: Redacted.Redacted<string>,
    response: A,
    isRenewed: boolean
  ): Effect.Effect<A, E | ApiError, R | Client> =>
    Effect.flatMap(judge(response), (verdict) => {
      if (verdict === "accepted" || verdict === "refused" && isRenewed) return Effect.succeed(response)
      const next = verdict === "refused" ? renew(token) : Reverification.answer(verdict, token)
      return Effect.flatMap(next, (token) => {
        if (token === null) return Effect.succeed(response)
        // After another sign-in, nothing is left to try.
        return verdict === "refused"
          ? Effect.flatMap(send(token), (response) => repeat(token, response, true))
          : send(token)
      })
    })
  return Effect.flatMap(
    Session.getAccessToken(),
    (token) => token === null ? send(null) : Effect.flatMap(send(token), (response) => repeat(token, response, false))
  )
}
