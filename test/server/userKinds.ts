/** Every kind of credentials, and the rules of docs/servers-requests.md about what each one may do. */
import * as Effect from "effect/Effect"
import { Emulator } from "latchkey/emulator"
import { ApiKeys, Redacted, TeamMembers, Teams, Users } from "latchkey/server"
import { bearer, makeSessionOf } from "./authenticationSupport.ts"

/** A kind of credentials. */
export interface UserKind {
  readonly name: string
  readonly credentials: "none" | "session" | "userKey" | "teamKey"
  readonly isAnonymous: boolean
  /** Restricted by the project, and not because the user is anonymous. */
  readonly isRestricted: boolean
  readonly isEmailVerified: boolean
  readonly hasMfa: boolean
}

const make = (name: string, properties: Partial<UserKind>): UserKind => ({
  name,
  credentials: "session",
  isAnonymous: false,
  isRestricted: false,
  isEmailVerified: true,
  hasMfa: true,
  ...properties
})

export const userKinds: ReadonlyArray<UserKind> = [
  make("no credentials", { credentials: "none" }),
  make("an anonymous user", { isAnonymous: true, isEmailVerified: false, hasMfa: false }),
  make("a restricted user", { isRestricted: true }),
  make("a user without a verified email", { isEmailVerified: false }),
  make("a user without a second factor", { hasMfa: false }),
  make("a full user", {}),
  make("a full user's API key", { credentials: "userKey" }),
  make("the API key of a user without a verified email", { credentials: "userKey", isEmailVerified: false }),
  make("the API key of a user without a second factor", { credentials: "userKey", hasMfa: false }),
  make("the API key of the team", { credentials: "teamKey" })
]

/** The options of an authentication that allow kinds of users. */
export interface Allowed {
  readonly allowAnonymous: boolean | undefined
  readonly allowRestricted: boolean | undefined
}

/** The defaults, which are `false`, and all combinations. */
export const allowedUsers: ReadonlyArray<Allowed> = [
  { allowAnonymous: undefined, allowRestricted: undefined },
  { allowAnonymous: false, allowRestricted: false },
  { allowAnonymous: true, allowRestricted: false },
  { allowAnonymous: false, allowRestricted: true },
  { allowAnonymous: true, allowRestricted: true }
]

export const nameOfAllowed = ({ allowAnonymous, allowRestricted }: Allowed) =>
  `allowAnonymous: ${allowAnonymous}, allowRestricted: ${allowRestricted}`

/** The tag of the principal. An anonymous user needs `allowAnonymous` alone, a restricted one `allowRestricted`. */
export const principalOf = (kind: UserKind, { allowAnonymous, allowRestricted }: Allowed): string => {
  if (kind.credentials === "userKey") return "UserApiKey"
  if (kind.credentials === "teamKey") return "TeamApiKey"
  if (kind.credentials === "none") return "SignedOut"
  if (kind.isAnonymous) return allowAnonymous === true ? "AnonymousUser" : "SignedOut"
  return kind.isRestricted && allowRestricted !== true ? "SignedOut" : "User"
}

/** The checks of a request, with the kinds that pass them. The value is `ok` or the tag of the error. */
export const checks: Readonly<Record<string, (kind: UserKind, principal: string) => string>> = {
  requireUser: (_kind, principal) => principal === "User" ? "ok" : "SignInRequired",
  requireUserId: (_kind, principal) => principal === "User" || principal === "UserApiKey" ? "ok" : "SignInRequired",
  requireVerifiedEmail: (kind, principal) =>
    principal === "SignedOut"
      ? "SignInRequired"
      : principal !== "TeamApiKey" && kind.isEmailVerified
      ? "ok"
      : "VerifiedEmailRequired",
  requireMfa: (kind, principal) =>
    principal === "SignedOut" ? "SignInRequired" : principal !== "TeamApiKey" && kind.hasMfa ? "ok" : "MfaRequired",
  // Only the keys of agents have scopes.
  requireScope: (_kind, principal) => principal === "SignedOut" ? "SignInRequired" : "ok",
  // The sessions have just begun.
  requireRecent: (_kind, principal) => principal === "User" ? "ok" : "SignInRequired",
  // All users are members of the team. API keys of teams have no permissions.
  require: (_kind, principal) =>
    principal === "SignedOut" ? "SignInRequired" : principal === "TeamApiKey" ? "PermissionRequired" : "ok",
  requireTeamMember: (_kind, principal) => principal === "SignedOut" ? "SignInRequired" : "ok"
}

/** A permission of every member. */
export const memberPermission = "$read_members"

/** Creates a team, and a user of each kind in it. Returns their headers. */
export const makeUsers = Effect.gen(function*() {
  const { configure } = yield* Emulator.Emulator
  yield* configure({ allowUserApiKeys: true, allowTeamApiKeys: true })
  const { id: teamId } = yield* Teams.create({ displayName: "Engines" })
  const headers = new Map<UserKind, Record<string, string>>()
  for (const [index, kind] of userKinds.entries()) {
    if (kind.credentials === "none") headers.set(kind, {})
    else if (kind.credentials === "teamKey") {
      const { value } = yield* ApiKeys.create({ teamId, description: "test" })
      headers.set(kind, { "x-api-key": Redacted.value(value) })
    } else {
      const { id: userId } = yield* Users.create(
        kind.isAnonymous
          ? { isAnonymous: true }
          : {
            primaryEmail: `${index}@example.com`,
            primaryEmailVerified: kind.isEmailVerified,
            ...(kind.hasMfa ? { totpSecretBase64: Redacted.make(btoa("a secret of 20 bytes")) } : {}),
            ...(kind.isRestricted ? { restrictedByAdmin: true } : {})
          }
      )
      yield* TeamMembers.add({ teamId, userId })
      headers.set(
        kind,
        kind.credentials === "session"
          ? bearer(yield* makeSessionOf(userId))
          : { "x-api-key": Redacted.value((yield* ApiKeys.create({ userId, description: "test" })).value) }
      )
    }
  }
  return { teamId, headersOf: (kind: UserKind) => headers.get(kind)! }
})
