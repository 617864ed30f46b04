/** Principals for tests, as `Authentication.authenticate` returns them. */
import * as Redacted from "effect/Redacted"
import type { Claims } from "latchkey"
import type { ApiKeys, Principal } from "latchkey/server"

type AnyPrincipal = Principal["Service"]

const session = (userId: string, claims: Omit<Claims.Claims, "userId">) => ({
  userId,
  sessionId: undefined,
  // Sound: the brand exists only in the type. A test decides which claims count as verified.
  claims: { userId, ...claims } as Claims.Verified<Claims.Claims>,
  accessToken: Redacted.make("token"),
  source: "header" as const
})

export const user = (userId: string, claims: Omit<Claims.Claims, "userId"> = {}): AnyPrincipal => ({
  _tag: "User",
  ...session(userId, claims)
})

export const anonymousUser = (userId: string): AnyPrincipal => ({
  _tag: "AnonymousUser",
  ...session(userId, { isAnonymous: true, emailVerified: false, requiresTotpMfa: false })
})

export const userKey = (userId: string): AnyPrincipal => ({
  _tag: "UserApiKey",
  userId,
  // Sound: authorization reads only the owner.
  apiKey: { userId } as ApiKeys.UserApiKey
})

export const teamKey = (teamId: string): AnyPrincipal => ({
  _tag: "TeamApiKey",
  teamId,
  // Sound: authorization reads only the owner.
  apiKey: { teamId } as ApiKeys.TeamApiKey
})

export const signedOut: AnyPrincipal = { _tag: "SignedOut", reason: "none" }
