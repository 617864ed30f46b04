/**
 * Access tokens with outdated claims.
 *
 * An access token's claims describe the user at its issue time. They change only with a refresh. The service, and
 * an app's servers, authorize users by them.
 */
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import { mayHaveChanged } from "../call/call.ts"
import type { Credentials } from "../call/CallSession.ts"
import { isObject } from "../wire/Json.ts"
import { memoizeByKey } from "../wire/memoize.ts"
import type { User } from "../wire/User.ts"
import * as AccessToken from "./AccessToken.ts"
import { type SessionState, tokensOf } from "./SessionState.ts"
import { isSameSession, type Tokens } from "./Tokens.ts"

/** The session functions that replace access tokens. */
interface RenewableSession {
  readonly state: Effect.Effect<SessionState>
  readonly outdate: (tokens: Tokens) => void
  readonly renew: (tokens: Tokens) => Effect.Effect<void>
}

/** Parses an access token once, since every user read compares its claims. */
const parse = /*#__PURE__*/ memoizeByKey(AccessToken.parse)

/** The claims that repeat fields of the user, with these fields. */
const fields = /*#__PURE__*/ Object.entries<keyof User>({
  name: "displayName",
  email: "primaryEmail",
  email_verified: "primaryEmailVerified",
  selected_team_id: "selectedTeamId",
  is_anonymous: "isAnonymous",
  is_restricted: "isRestricted",
  requires_totp_mfa: "requiresTotpMfa"
})

/**
 * Creates the session function that replaces access tokens with outdated claims.
 *
 * **Details**
 *
 * After a call with `claims: "changed"`, the access token is renewed. An anonymous user's token is kept: such a user must sign
 * up first.
 *
 * After a call with `claims: "returned"`, the access token is renewed if its claims contradict the returned user. A new token
 * that still contradicts the user is kept. Otherwise, every read would cause a refresh if the service issues outdated claims.
 *
 * If a call's outcome is unknown, the next token for another server is new.
 */
export const makeSettle = (session: RenewableSession): NonNullable<Credentials["settle"]> => {
  /** The user's values that a new token still contradicts. */
  let last: { readonly tokens: Tokens; readonly values: string } | undefined

  const read = Effect.map(session.state, (state) => {
    const tokens = tokensOf(state)
    return tokens?.accessToken && { tokens, held: parse(tokens.accessToken) }
  })

  /** Renews the access token if it contradicts the user. */
  const compare = (user: User, tokens: Tokens, held: AccessToken.AccessToken): Effect.Effect<void> => {
    const values = findContradiction(held, user)
    const isKnown = last !== undefined && last.values === values && isSameSession(last.tokens, tokens)
    if (isKnown) return Effect.void
    last = undefined
    return values === undefined ? Effect.void : Effect.andThen(
      session.renew(tokens),
      Effect.map(read, (now) => {
        if (now?.held && findContradiction(now.held, user) !== undefined) last = { tokens, values }
      })
    )
  }

  return ({ claims }, exit, started) => {
    // Sound: such an endpoint returns the user.
    const user = claims === "returned" && Exit.isSuccess(exit) ? exit.value as User : undefined
    // A service from 2025 issues tokens without such claims.
    if (user !== undefined && user.isRestricted === undefined) return Effect.void
    return Effect.flatMap(read, (now) => {
      if (!now?.held || started && !isSameSession(started, now.tokens)) return Effect.void
      const { held, tokens } = now
      if (user !== undefined) return compare(user, tokens, held)
      if (Exit.isSuccess(exit) || isUsedCode(exit)) {
        return held.claims["is_anonymous"] === true ? Effect.void : session.renew(tokens)
      }
      if (mayHaveChanged(exit)) session.outdate(tokens)
      return Effect.void
    })
  }
}

/** Returns the user's values that the claims contradict, as a text, or `undefined`. */
const findContradiction = ({ claims, userId }: AccessToken.AccessToken, user: User): string | undefined => {
  const compared = fields.filter(([claim, field]) => claims[claim] !== undefined && user[field] !== undefined)
  return userId !== user.id || compared.every(([claim, field]) => claims[claim] === user[field])
    ? undefined
    : JSON.stringify(compared.map(([, field]) => user[field]))
}

/** Returns `true` if a code was used before. It may have changed the claims then, such as by a first click on its link. */
const isUsedCode = (exit: Exit.Failure<unknown, unknown>): boolean => {
  const error = Cause.squash(exit.cause)
  return isObject(error) && error["_tag"] === "VerificationCodeAlreadyUsed"
}
