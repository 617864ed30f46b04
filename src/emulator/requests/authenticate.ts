/** Request authentication: the checks before every handler, in the service's order. */
import * as Effect from "effect/Effect"
import { getRequestHeader } from "../../call/headers.ts"
import { type AccessLevel, accessLevels, type Generation } from "../../wire/Endpoint.ts"
import type { KnownError, KnownErrorClass } from "../../wire/KnownError.ts"
import * as E from "../../wire/KnownErrors.ts"
import { publicClientSecret } from "../../wire/oauth.ts"
import { failUnless, failWith } from "../rules/failWith.ts"
import { listOwnedProjectIds } from "../rules/owners.ts"
import * as jwt from "../state/jwt.ts"
import { hasKey } from "../state/projectRows.ts"
import type { ProjectRow, SessionRow, UserRow } from "../state/rows.ts"
import type { ServiceState } from "../state/ServiceState.ts"
import { reject, type Rejection } from "./http.ts"

/** An authenticated caller: its project, its level, and the access token's user, if any. */
export interface Authenticated {
  readonly project: ProjectRow
  readonly level: AccessLevel
  readonly user: UserRow | undefined
  /** The session id in the access token. The session may have ended while the token is still valid. */
  readonly sessionId: string | undefined
  readonly session: SessionRow | undefined
  readonly refreshToken: string | undefined
}

interface LevelKey {
  readonly header: string
  readonly kind: Parameters<typeof hasKey>[1]
  readonly name: string
  readonly Required: KnownErrorClass<string, {}>
  readonly Invalid: KnownErrorClass<string, { readonly projectId: string }>
}

const levelKeys: Readonly<Record<AccessLevel, LevelKey>> = {
  client: {
    header: "publishable-client-key",
    kind: "publishableClientKey",
    name: "publishable client key",
    Required: E.ClientAuthenticationRequired,
    Invalid: E.InvalidPublishableClientKey
  },
  server: {
    header: "secret-server-key",
    kind: "secretServerKey",
    name: "secret server key",
    Required: E.ServerAuthenticationRequired,
    Invalid: E.InvalidSecretServerKey
  },
  admin: {
    header: "super-secret-admin-key",
    kind: "superSecretAdminKey",
    name: "super secret admin key",
    Required: E.AdminAuthenticationRequired,
    Invalid: E.InvalidSuperSecretAdminKey
  }
}

/** Returns `true` if a request has neither an access type nor a key. Some routes answer it without authentication. */
export const isAnonymousRequest = (headers: Readonly<Record<string, string>>): boolean =>
  ["access-type", ...Object.values(levelKeys).map(({ header }) => header)]
    .every((name) => !getRequestHeader(headers, name))

/** Authenticates a request by its headers. */
export const authenticate = Effect.fnUntraced(function*(
  state: ServiceState,
  headers: Readonly<Record<string, string>>,
  now: number
): Effect.fn.Return<Authenticated, KnownError | Rejection> {
  const header = (name: string) => getRequestHeader(headers, name) || undefined
  const level = header("access-type")
  const projectId = header("project-id")
  if (level === undefined) {
    const hint = "Set it to client, server or admin."
    return yield* (isAnonymousRequest(headers)
      ? failWith(E.AccessTypeRequired, `The x-stack-access-type header is missing. ${hint}`)
      : failWith(
        E.ProjectKeyWithoutAccessType,
        `The request has a key but no x-stack-access-type header. ${hint}`
      ))
  }
  if (!isLevel(level)) {
    const message = `The x-stack-access-type header must be client, server or admin, not ${JSON.stringify(level)}`
    return yield* failWith(E.InvalidAccessType, message)
  }
  if (projectId === undefined) {
    const message = `The access type is ${level}, but the x-stack-project-id header is missing`
    return yield* failWith(E.AccessTypeWithoutProjectId, message, { requestType: level })
  }
  const accessToken = header("access-token")
  const claims = accessToken === undefined
    ? undefined
    : yield* checkAccessToken(state, projectId, accessToken, headers, now)
  if (header("development-override-key") !== undefined) {
    return yield* reject(401, "The development override key works in development only")
  }
  const project = state.get(projectId)
  if (project === undefined && state.generation !== "2025") {
    const message = `No project has the id ${JSON.stringify(projectId)}`
    return yield* failWith(E.CurrentProjectNotFound, message, { projectId })
  }
  const adminToken = header("admin-access-token")
  if (adminToken === undefined) yield* checkKey(project, projectId, level, header(levelKeys[level].header), now)
  else yield* checkAdminToken(state, projectId, adminToken, now)
  if (project === undefined) {
    const message = `The project ${JSON.stringify(projectId)} does not exist`
    return yield* failWith(E.ProjectNotFound, message, { projectId })
  }
  const branchId = header("branch-id") ?? "main"
  if (branchId !== "main") {
    const message = `The branch ${JSON.stringify(branchId)} does not exist`
    return yield* failWith(E.BranchDoesNotExist, message, { branchId })
  }
  return {
    project,
    level,
    user: claims && project.users.get(claims.sub),
    sessionId: claims?.sessionId,
    session: claims && project.sessions.get(claims.sessionId),
    refreshToken: header("refresh-token")
  }
})

const isLevel = (value: string): value is AccessLevel => accessLevels.some((level) => level === value)

/** Verifies an access token: it must be signed by its project and not be expired. */
export const verifyToken = Effect.fnUntraced(function*(
  state: ServiceState,
  projectId: string,
  token: string,
  now: number
) {
  const claims = jwt.decodeClaims(token)
  const issuer = claims && state.get(claims.projectId)
  // A deleted project has no keys to verify its tokens with. Requests to that project are rejected right after.
  const isOfGoneProject = claims !== undefined && issuer === undefined && claims.projectId === projectId
  if (claims === undefined || !isOfGoneProject && (issuer === undefined || !jwt.verify(issuer, token))) {
    return yield* failWith(E.UnparsableAccessToken, "The access token is not a valid token of this service")
  }
  const expiredAt = jwt.expiredAt(issuer, claims, now)
  return expiredAt === undefined ? claims : yield* failWithExpired(state.generation, expiredAt, claims)
})

const checkAccessToken = Effect.fnUntraced(function*(
  state: ServiceState,
  expectedProjectId: string,
  token: string,
  headers: Readonly<Record<string, string>>,
  now: number
) {
  const claims = yield* verifyToken(state, expectedProjectId, token, now)
  const { isAnonymous, projectId: actualProjectId, restrictedReason } = claims
  if (actualProjectId !== expectedProjectId) {
    const [actual, expected] = [JSON.stringify(actualProjectId), JSON.stringify(expectedProjectId)]
    const message = `The access token is for the project ${actual}, not for ${expected}`
    return yield* failWith(E.InvalidProjectForAccessToken, message, { expectedProjectId, actualProjectId })
  }
  // The token's claims decide, even if the user has changed since.
  if (getRequestHeader(headers, "allow-anonymous-user") === "true") return claims
  if (isAnonymous) {
    return yield* failWith(
      E.AnonymousAuthenticationNotAllowed,
      "Anonymous users may not make this request without the header x-stack-allow-anonymous-user: true"
    )
  }
  if (restrictedReason !== undefined && getRequestHeader(headers, "allow-restricted-user") !== "true") {
    return yield* failWith(
      E.RestrictedUserNotAllowed,
      `The user is restricted (${restrictedReason.type}). Send the header x-stack-allow-anonymous-user: true.`,
      { restrictedReason }
    )
  }
  return claims
})

/** Fails for an expired access token. Since 2026, the details name the token's session, if known. */
export const failWithExpired = (generation: Generation, expiredAtMillis: number, claims?: jwt.Claims) => {
  const time = new Date(expiredAtMillis).toISOString()
  const isOld = generation === "2025"
  const { projectId = null, sessionId: refreshTokenId = null, sub: userId = null } = claims ?? {}
  const owner = isOld || claims === undefined
    ? ""
    : ` It belongs to the session ${refreshTokenId} of the user ${userId} in the project ${projectId}.`
  return failWith(
    E.AccessTokenExpired,
    `Access token has expired. Please refresh it and try again. It expired at ${time}.${owner}`,
    { expiredAtMillis, ...(isOld ? {} : { projectId, userId, refreshTokenId }) }
  )
}

/** Returns `true` if a client has sent no key, or the placeholder for clients without one. 2026 generation only. */
const isPublicClient = (key: string | undefined): boolean => key === undefined || key === publicClientSecret

const checkPublicClient = ({ config, id }: ProjectRow) =>
  failUnless(
    !config.requirePublishableClientKey,
    E.PublishableClientKeyRequiredForProject,
    `The project ${JSON.stringify(id)} requires a publishable client key`,
    { projectId: id }
  )

const checkKey = Effect.fnUntraced(function*(
  project: ProjectRow | undefined,
  projectId: string,
  level: AccessLevel,
  key: string | undefined,
  now: number
) {
  const { Invalid, kind, name, Required } = levelKeys[level]
  if (level === "client" && project !== undefined && project.generation !== "2025" && isPublicClient(key)) {
    return yield* checkPublicClient(project)
  }
  if (key === undefined) return yield* failWith(Required, `The access type ${level} requires a ${name}`)
  const message = `The ${name} is not a valid key of the project ${JSON.stringify(projectId)}`
  return yield* failUnless(project !== undefined && hasKey(project, kind, key, now), Invalid, message, { projectId })
})

/**
 * Returns `true` for the project's publishable client key or, since 2026, the placeholder for clients without a key. Fails
 * if the project requires a key and the client has none.
 */
export const checkClientSecret = Effect.fnUntraced(function*(
  project: ProjectRow,
  secret: string | undefined,
  now: number
) {
  if (project.generation === "2026" && isPublicClient(secret)) {
    yield* checkPublicClient(project)
    return secret !== undefined
  }
  return secret !== undefined && hasKey(project, "publishableClientKey", secret, now)
})

/** Checks an admin access token, which replaces any level's key: its user in `internal` must own the project. */
const checkAdminToken = Effect.fnUntraced(function*(
  state: ServiceState,
  projectId: string,
  token: string,
  now: number
) {
  const claims = jwt.decodeClaims(token)
  const issuer = claims && state.get(claims.projectId)
  const isOfNormalUser = claims !== undefined && !claims.isAnonymous && claims.restrictedReason === undefined
  if (!isOfNormalUser || issuer === undefined || !jwt.verify(issuer, token)) {
    return yield* failWith(E.UnparsableAdminAccessToken, "The admin access token is not a valid token of this service")
  }
  const expiredAtMillis = jwt.expiredAt(issuer, claims, now)
  if (expiredAtMillis !== undefined) {
    const time = new Date(expiredAtMillis).toISOString()
    const message = `The admin access token expired at ${time}. Refresh it and try again.`
    return yield* failWith(E.AdminAccessTokenExpired, message, { expiredAtMillis })
  }
  const user = issuer.id === "internal" ? issuer.users.get(claims.sub) : undefined
  return yield* failUnless(
    user !== undefined && listOwnedProjectIds(state, user).includes(projectId),
    E.AdminAccessTokenIsNotAdmin,
    "The user of the admin access token does not manage this project"
  )
})
