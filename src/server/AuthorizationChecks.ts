/** Authorization checks with cached replies from the service. */
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type { ApiError } from "../call/ApiError.ts"
import { millisOf } from "../call/duration.ts"
import { stringifyId } from "../call/ids.ts"
import type { OptionNames } from "../session/optionNames.ts"
import { check, checkNames, type InvalidOptions } from "../session/options.ts"
import type { RecentRequirement } from "../session/recency.ts"
import { isObject } from "../wire/Json.ts"
import type * as KnownErrors from "../wire/KnownErrors.ts"
import {
  InsufficientScope,
  MfaRequired,
  PermissionRequired,
  SignInRequired,
  TeamMembershipRequired,
  VerifiedEmailRequired
} from "./authenticationErrors.ts"
import { isScope } from "./identifiers.ts"
import * as LookupCache from "./LookupCache.ts"
import * as Permissions from "./Permissions.ts"
import type { AnonymousPrincipal, Principal, UserApiKeyPrincipal, UserPrincipal } from "./Principal.ts"
import { checkObject, makeRequireRecent, type RequireRecentError } from "./requireRecent.ts"
import { Server } from "./ServerService.ts"
import { SharedCache } from "./SharedState.ts"
import * as TeamMembers from "./TeamMembers.ts"
import * as Users from "./Users.ts"
import { checkServerNames } from "./verificationOptions.ts"

/** A permission, in a team or in the project. */
export interface Requirement {
  readonly permission: string
  /**
   * The team's id. Omit it for a permission in the project. If the property exists and is `undefined`, the check
   * fails, because a missing route parameter must not become a project check.
   */
  readonly team?: string
}

/** A team. */
export type TeamRequirement = {
  /** The team's id. */
  readonly team: string
}

/** The user whose cached values `invalidate` removes. */
export type Invalidation = {
  readonly userId: string
  /** A team in which permissions or membership changed. The user's permissions in the project are always removed. */
  readonly team?: string | undefined
}

/** Options for the layer. */
export interface Options {
  /**
   * The lifetime of cached permissions, memberships and users: 30 seconds by default. A revoked permission is noticed
   * after this time at the latest. Zero turns the cache off, and each check sends a request.
   */
  readonly permissionsTimeToLive?: Duration.Input | undefined
  /** The maximum number of cached values for each kind: 10,000 by default. */
  readonly permissionsCapacity?: number | undefined
}

/** @internal */
export const authorizationNames: OptionNames<Options> = { permissionsTimeToLive: true, permissionsCapacity: true }

const requirementNames: OptionNames<Requirement> = { permission: true, team: true }
const teamNames: OptionNames<TeamRequirement> = { team: true }
const invalidationNames: OptionNames<Invalidation> = { userId: true, team: true }

/** Errors from `Authorization.require`. */
export type RequireError = SignInRequired | PermissionRequired | ApiError

/** Errors from `Authorization.requireTeamMember`. */
export type RequireTeamMemberError = SignInRequired | TeamMembershipRequired | ApiError

/** Errors from `Authorization.requireVerifiedEmail`. */
export type RequireVerifiedEmailError = SignInRequired | VerifiedEmailRequired | ApiError

/** Errors from `Authorization.requireScope`. */
export type RequireScopeError = SignInRequired | InsufficientScope

/** Errors from `Authorization.requireMfa`. */
export type RequireMfaError = SignInRequired | MfaRequired | ApiError

type AnyPrincipal = Principal["Service"]

/** The checks for any principal. `Authorization` has them for the context's principal. */
export interface AuthorizationChecks {
  readonly require: (principal: AnyPrincipal, requirement: Requirement) => Effect.Effect<void, RequireError>
  readonly requireTeamMember: (
    principal: AnyPrincipal,
    requirement: TeamRequirement
  ) => Effect.Effect<void, RequireTeamMemberError>
  readonly requireVerifiedEmail: (principal: AnyPrincipal) => Effect.Effect<void, RequireVerifiedEmailError>
  readonly requireMfa: (principal: AnyPrincipal) => Effect.Effect<void, RequireMfaError>
  readonly requireScope: (principal: AnyPrincipal, scope: string) => Effect.Effect<void, RequireScopeError>
  readonly requireRecent: (
    principal: AnyPrincipal,
    requirement: RecentRequirement
  ) => Effect.Effect<void, RequireRecentError>
  readonly invalidate: (changed: Invalidation) => Effect.Effect<void>
}

/** The user properties that authorize, in the second level of the cache. They are named like the claims. */
type UserFacts = { readonly [name in "emailVerified" | "requiresTotpMfa"]: boolean }

/** Creates the checks. Sends no request. Fails with `InvalidOptions` if an option is invalid. */
export const make = Effect.fnUntraced(function*(
  options: Options = {}
): Effect.fn.Return<AuthorizationChecks, InvalidOptions, Server> {
  yield* checkNames(options, authorizationNames)
  const { permissionsCapacity: capacity = 10_000, permissionsTimeToLive = "30 seconds" } = options
  const timeToLiveMillis = millisOf(permissionsTimeToLive)
  yield* check("permissionsTimeToLive", timeToLiveMillis >= 0, "must be a duration that is not negative")
  yield* check("permissionsCapacity", Number.isInteger(capacity) && capacity > 0, "must be a positive integer")
  const server = yield* Server
  const shared = yield* SharedCache
  const makeCache = <A>(kind: string, parse: (value: unknown) => A | undefined, lifetime = timeToLiveMillis) =>
    LookupCache.make<A>({
      timeToLiveMillis: lifetime,
      capacity,
      shared,
      prefix: `${kind}:${server.caller.connection.projectId}:`,
      parse
    })
  const permissions = yield* makeCache("permissions", parseStrings)
  const memberships = yield* makeCache("membership", parseBoolean)
  const users = yield* makeCache("user", parseFacts)
  const begins = yield* makeCache("sessionBegin", parseTime, beginLifetime)

  const fetchPermissions = (userId: string, team: string | undefined) =>
    (team === undefined
      ? Permissions.listInProject({ userId })
      : Permissions.listInTeams({ userId, teamId: team })).pipe(
        Effect.map((items): ReadonlyArray<string> => items.map(({ id }) => id)),
        Effect.provideService(Server, server)
      )

  const fetchMembership = (userId: string, team: string) =>
    TeamMembers.get({ userId, teamId: team }).pipe(
      Effect.as(true),
      Effect.catchTag(["TeamMembershipNotFound", "UserNotFound"], () => Effect.succeed(false)),
      Effect.provideService(Server, server)
    )

  const fetchFacts = (userId: string) =>
    Users.get(userId).pipe(
      Effect.map(({ primaryEmailVerified: emailVerified, requiresTotpMfa }) => ({ emailVerified, requiresTotpMfa })),
      Effect.catchTag("UserNotFound", () => Effect.succeed(noFacts)),
      Effect.provideService(Server, server)
    )

  const isAllowed = (userId: string, permission: string, team: string | undefined) =>
    Effect.map(
      permissions.get(toKey(userId, team), fetchPermissions(userId, team)),
      (ids) => ids.includes(permission)
    )

  const requireFact = <E>(principal: AnyPrincipal, name: keyof UserFacts, denied: Effect.Effect<never, E>) =>
    matchUser(principal, denied, (user) => {
      const claim = "claims" in user ? user.claims[name] : undefined
      return claim ?? Effect.map(users.get(toKey(user.userId), fetchFacts(user.userId)), (facts) => facts[name])
    })

  const requireMfa = (principal: AnyPrincipal) => requireFact(principal, "requiresTotpMfa", mfaRequired)

  const requireRecent = makeRequireRecent({ begins, server, requireMfa, signInRequired })

  return {
    require: (principal, requirement) =>
      checkFirst(checkPermission(principal, requirement), () => {
        const { permission } = requirement
        // Also an inherited `team`: without it, the check would require a permission in the project.
        const team = "team" in requirement ? stringifyId(requirement.team) : undefined
        const message = "The principal lacks the required permission"
        const denied = Effect.failSync(() => new PermissionRequired({ message, permission, teamId: team }))
        return matchUser(principal, denied, ({ userId }) => isAllowed(userId, permission, team))
      }),
    requireTeamMember: (principal, requirement) =>
      checkFirst(checkTeam(principal, requirement), () => {
        const teamId = stringifyId(requirement.team)
        const message = "The principal is not a member of the team"
        const denied = Effect.failSync(() => new TeamMembershipRequired({ message, teamId }))
        return principal._tag === "TeamApiKey" && toKey(principal.teamId) === toKey(teamId)
          ? Effect.void
          : matchUser(
            principal,
            denied,
            ({ userId }) => memberships.get(toKey(userId, teamId), fetchMembership(userId, teamId))
          )
      }),
    requireVerifiedEmail: (principal) =>
      checkFirst(checkPrincipal(principal), () => requireFact(principal, "emailVerified", verifiedEmailRequired)),
    requireMfa: (principal) => checkFirst(checkPrincipal(principal), () => requireMfa(principal)),
    requireScope: (principal, scope) => checkFirst(checkPrincipal(principal), () => requireScope(principal, scope)),
    requireRecent: (principal, requirement) =>
      checkFirst(checkPrincipal(principal), () => requireRecent(principal, requirement)),
    invalidate: (changed) =>
      checkFirst(checkInvalidation(changed), () => {
        const { team, userId } = changed
        return Effect.all([
          permissions.remove(toKey(userId)),
          users.remove(toKey(userId)),
          ...(team === undefined
            ? []
            : [permissions.remove(toKey(userId, team)), memberships.remove(toKey(userId, team))])
        ], { discard: true })
      })
  }
})

/** Validates the arguments before a check. Untyped code can pass any value, and no wrong one may pass. */
const checkFirst = <A, E>(
  checked: Effect.Effect<void, InvalidOptions>,
  run: () => Effect.Effect<A, E>
): Effect.Effect<A, E> => Effect.flatMap(Effect.orDie(checked), run)

const principalTags: ReadonlyArray<unknown> = [
  "User",
  "AnonymousUser",
  "UserApiKey",
  "TeamApiKey",
  "SignedOut"
] satisfies ReadonlyArray<AnyPrincipal["_tag"]>

/** Also refuses the result of `authenticate`, which contains the principal. */
const checkPrincipal = (principal: unknown): Effect.Effect<void, InvalidOptions> =>
  check(
    "principal",
    isObject(principal) && principalTags.includes(principal["_tag"]),
    "must be the principal of a request, such as Authenticated.principal"
  )

/** A missing request parameter is `undefined`, `null` or empty, and is denied like an unknown team. */
const checkTeamId = (team: unknown): Effect.Effect<void, InvalidOptions> =>
  check("team", team === undefined || team === null || typeof team === "string", "must be the id of a team")

const checkPermission = (principal: unknown, requirement: Requirement): Effect.Effect<void, InvalidOptions> =>
  Effect.gen(function*() {
    yield* checkPrincipal(principal)
    yield* checkObject(requirement, "{ permission: \"read_reports\" }")
    // A misspelled `team` would require a permission in the project.
    yield* checkServerNames(requirement, requirementNames)
    const { permission, team } = requirement
    const isPermission = typeof permission === "string" && permission !== ""
    yield* check("permission", isPermission, "must be the id of a permission, such as \"read_reports\"")
    yield* checkTeamId(team)
  })

const checkTeam = (principal: unknown, requirement: TeamRequirement): Effect.Effect<void, InvalidOptions> =>
  Effect.gen(function*() {
    yield* checkPrincipal(principal)
    yield* checkObject(requirement, "{ team: teamId }")
    yield* checkServerNames(requirement, teamNames)
    yield* check("team", "team" in requirement, "is missing. Pass the id of a team")
    yield* checkTeamId(requirement.team)
  })

/** A value that names no user or team would leave cached permissions in place. */
const checkInvalidation = (changed: Invalidation): Effect.Effect<void, InvalidOptions> =>
  Effect.gen(function*() {
    yield* checkObject(changed, "{ userId, team: teamId }")
    yield* checkServerNames(changed, invalidationNames)
    yield* check("userId", typeof changed.userId === "string", "must be the id of a user")
    yield* checkTeamId(changed.team)
  })

type UserOfPrincipal = UserPrincipal | AnonymousPrincipal | UserApiKeyPrincipal

/** Fails with `denied` unless the principal is a user, and `check` returns `true`. Malformed ids are denied. */
const matchUser = <E>(
  principal: AnyPrincipal,
  denied: Effect.Effect<never, E>,
  check: (user: UserOfPrincipal) => boolean | Effect.Effect<boolean, ApiError | InvalidIdError>
): Effect.Effect<void, E | SignInRequired | ApiError> => {
  if (principal._tag === "SignedOut") return signInRequired
  if (principal._tag === "TeamApiKey") return denied
  const checked = check(principal)
  return typeof checked === "boolean"
    ? checked ? Effect.void : denied
    : Effect.matchEffect(checked, {
      onSuccess: (isAllowed) => isAllowed ? Effect.void : denied,
      onFailure: (error): Effect.Effect<never, E | ApiError> => error._tag === "ApiError" ? Effect.fail(error) : denied
    })
}

type InvalidIdError = KnownErrors.RequestSchemaError | KnownErrors.CannotGetOwnUserWithoutUser

/** Only the keys of agents have scopes. Users, and keys that users create themselves, may do everything. */
const requireScope: AuthorizationChecks["requireScope"] = (principal, scope) => {
  // Users pass with any text, so that only an agent would show the mistake.
  if (!isScope(scope)) return Effect.orDie(check("scope", false, "must be the name of one scope"))
  if (principal._tag === "SignedOut") return signInRequired
  const agent = principal._tag === "UserApiKey" ? principal.agent : undefined
  return agent === undefined || agent.scopes.includes(scope)
    ? Effect.void
    : Effect.fail(new InsufficientScope({ message: "The agent's API key lacks the required scope", scope }))
}

/** The ids are UUIDs, which ignore case. */
const toKey = (userId: string, team?: string): string =>
  (team === undefined ? userId : `${userId}:${team}`).toLowerCase()

const noFacts: UserFacts = { emailVerified: false, requiresTotpMfa: false }

/** The lifetime of the time at which a session began, in milliseconds. It never changes. */
const beginLifetime = 86_400_000

const parseTime = (value: unknown): number | undefined =>
  typeof value === "number" && Number.isFinite(value) ? value : undefined

const parseStrings = (value: unknown): ReadonlyArray<string> | undefined =>
  Array.isArray(value) && value.every((one) => typeof one === "string") ? value : undefined

const parseBoolean = (value: unknown): boolean | undefined => typeof value === "boolean" ? value : undefined

const parseFacts = (value: unknown): UserFacts | undefined => {
  if (!isObject(value)) return undefined
  const { emailVerified, requiresTotpMfa } = value
  return typeof emailVerified === "boolean" && typeof requiresTotpMfa === "boolean"
    ? { emailVerified, requiresTotpMfa }
    : undefined
}

/** The failure for a principal without a user. */
export const signInRequired = /*#__PURE__*/ Effect.failSync(() =>
  new SignInRequired({ message: "The request has no signed-in user" })
)

const verifiedEmailRequired = /*#__PURE__*/ Effect.failSync(() =>
  new VerifiedEmailRequired({ message: "The user's primary email is not verified" })
)

const mfaRequired = /*#__PURE__*/ Effect.failSync(() => new MfaRequired({ message: "The user has no second factor" }))

export type { RecentRequirement } from "../session/recency.ts"

export type { RequireRecentError } from "./requireRecent.ts"
