/** Services for the adapters to Effect's servers. */
import * as Effect from "effect/Effect"
import { Authentication } from "../server/Authentication.ts"
import { Authorization } from "../server/Authorization.ts"
import * as AuthProblem from "../server/AuthProblem.ts"
import { findRefusal, toSignedOut } from "../server/refusedCredentials.ts"
import * as AuthGate from "./AuthGate.ts"

export interface GateServices {
  readonly gate: AuthGate.AuthGate
  readonly authorization: Authorization["Service"]
}

/** All middlewares over one service share a gate, so that a request with two of them is authenticated once. */
const gates = /*#__PURE__*/ new WeakMap<Authentication["Service"], AuthGate.AuthGate>()

const getGate = (authentication: Authentication["Service"]): AuthGate.AuthGate => {
  const known = gates.get(authentication)
  if (known !== undefined) return known
  const gate = AuthGate.make((request, options) => toSignedOut(authentication.authenticate(request, options)))
  gates.set(authentication, gate)
  return gate
}

/** Returns the services in the context. */
export const gateServices: Effect.Effect<GateServices, never, Authentication | Authorization> = /*#__PURE__*/ Effect
  .all({ gate: /*#__PURE__*/ Effect.map(Authentication, getGate), authorization: Authorization })

/**
 * Returns a route's authentication or authorization error: for a missing user with refused credentials, their error. Logs an unavailable service's error. Returns `undefined` for other errors.
 */
export const findAuthError = (
  error: unknown,
  principal: AuthGate.AnyPrincipal
): Effect.Effect<AuthProblem.AuthError | undefined> => {
  if (!AuthProblem.isAuthError(error)) return Effect.undefined
  const found = error._tag === "SignInRequired" ? findRefusal(principal) ?? error : error
  return Effect.as(AuthGate.logUnavailable(found), found)
}
