/**
 * Authenticates requests.
 *
 * A request has one of four kinds of credentials. The service checks an API key. The three session flows verify an access
 * token, refresh it if necessary, and differ on purpose:
 *
 * | | header | cookies | server session |
 * |---|---|---|---|
 * | cross-site request | not checked | refused | refused |
 * | expired access token | refreshed | refreshed | refreshed |
 * | invalid access token | refused | refreshed: cookies are a cache | refreshed |
 * | refreshed access token | not kept | set as a cookie | saved in the store |
 * | ended session | fails with `SessionRevoked` | signed out, cookies removed | signed out, record and cookie removed |
 * | `session` freshness | verifies the token, and refreshes | refreshes | refreshes |
 * | the same without a refresh token | lists the sessions | signed out | signed out, record and cookie removed |
 */
import * as Effect from "effect/Effect"
import type * as Redacted from "effect/Redacted"
import type { ApiError } from "../call/ApiError.ts"
import { EndedSessions, getKeys } from "../session/EndedSessions.ts"
import { getSessionId } from "../session/sessionCookies.ts"
import type { Tokens } from "../session/Tokens.ts"
import * as agentKey from "../wire/agentKey.ts"
import { AccessTokenVerifier, type VerifyError } from "./AccessToken.ts"
import * as apiKeyChecks from "./apiKeyChecks.ts"
import {
  type Authenticated,
  type AuthenticateError,
  type AuthenticateOptions,
  type AuthenticationRequest,
  checkAuthenticateOptions
} from "./Authenticated.ts"
import { ApiKeyInvalid, CredentialsConflict, CrossSiteRequest, SessionRevoked } from "./authenticationErrors.ts"
import * as cookieCredentials from "./cookieCredentials.ts"
import { read } from "./credentialHeaders.ts"
import * as credentials from "./credentials.ts"
import { type AllowedOrigins, isAllowed, type Sender } from "./crossSite.ts"
import { parseIdentifier, toResource } from "./identifiers.ts"
import { type InvalidId, makeFindSession, type OpenSession } from "./openSession.ts"
import type { Principal, SessionSource, SignedOutPrincipal } from "./Principal.ts"
import type { ReplacedIdUsed } from "./ReplacedIdUsed.ts"
import { Server } from "./ServerService.ts"
import * as sessionRefreshes from "./sessionRefreshes.ts"
import * as Sessions from "./Sessions.ts"

/** The checked options for a service. */
export interface Settings extends AllowedOrigins {
  readonly projectId: string
  readonly domain: string | undefined
  /** In milliseconds. */
  readonly apiKeyTimeToLive: number
}

/** The request headers that can change the principal. */
const vary =
  "Authorization, Cookie, X-Stack-Auth, X-Hexclave-Auth, X-Stack-Access-Token, X-Hexclave-Access-Token, X-Api-Key"

/** The entries in the caches for refreshes and API keys. */
const capacity = 10_000

type SessionCredentials = Extract<credentials.Credentials, { readonly _tag: "Session" }>

/** The settings and services that all flows share. */
interface Steps {
  readonly settings: Settings
  readonly server: Server["Service"]
  readonly verify: AccessTokenVerifier["Service"]["verify"]
  readonly refresh: sessionRefreshes.Refresh
  readonly checkApiKey: Effect.Success<ReturnType<typeof apiKeyChecks.make>>
  readonly ended: EndedSessions
}

/** Creates the service's function. Sends no request. */
export const make = Effect.fnUntraced(function*(settings: Settings) {
  const steps: Steps = {
    settings,
    server: yield* Server,
    verify: (yield* AccessTokenVerifier).verify,
    refresh: yield* sessionRefreshes.make(capacity),
    checkApiKey: yield* apiKeyChecks.make({ capacity, timeToLive: settings.apiKeyTimeToLive }),
    ended: yield* EndedSessions
  }
  const findServerSession = yield* makeFindSession(settings.origin)
  return (request: AuthenticationRequest, options?: AuthenticateOptions) =>
    Effect.suspend((): Effect.Effect<Authenticated, AuthenticateError> => {
      const sender = { ...toTexts(request), headers: read(request) }
      const authenticated = Effect.flatMap(
        findServerSession(sender),
        (session) => authenticateWith(steps, sender, session, options)
      )
      return options === undefined
        ? authenticated
        : Effect.andThen(Effect.orDie(checkAuthenticateOptions(options)), authenticated)
    })
})

/** Picks the flow. Headers win over cookies. Fails if the sources contradict each other. */
const authenticateWith = (
  steps: Steps,
  sender: Sender,
  serverSession: OpenSession | InvalidId | undefined,
  options: AuthenticateOptions | undefined
): Effect.Effect<Authenticated, AuthenticateError> => {
  const { headers } = sender
  const parsed = credentials.parse(headers)
  if (parsed instanceof Error) return Effect.fail(parsed)
  const inHeaders = credentials.pick(parsed)
  if (inHeaders instanceof CredentialsConflict) return Effect.fail(inHeaders)
  if (inHeaders?._tag === "SignedOut") return Effect.succeed(makeAuthenticated(makeSignedOut("none")))
  const stored = isOpen(serverSession) ? serverSession : undefined
  const inStore: credentials.Credentials | undefined = stored &&
    { _tag: "Session", source: "cookie", tokens: stored.tokens }
  // Beside a server session, cookies that a sibling domain can set are ignored.
  const parseCookies = inStore === undefined ? cookieCredentials.parse : cookieCredentials.parseHost
  const inCookies = parseCookies(headers.get("cookie"), steps.settings.projectId)
  if (inCookies instanceof CredentialsConflict) return Effect.fail(inCookies)
  const picked = credentials.pick([inHeaders, inStore, inCookies].filter((found) => found !== undefined))
  if (picked === undefined) {
    return typeof serverSession === "object" && !isOpen(serverSession)
      ? Effect.as(revokeStolen(steps, serverSession), makeAuthenticated(makeSignedOut("replacedIdUsed")))
      : Effect.succeed(makeAuthenticated(makeSignedOut(serverSession === undefined ? "none" : "sessionEnded")))
  }
  if (picked instanceof CredentialsConflict) return Effect.fail(picked)
  if (picked._tag === "ApiKey") return authenticateApiKey(steps, picked, options)
  if (picked._tag === "SignedOut") return Effect.succeed(makeAuthenticated(makeSignedOut("none")))
  if (picked.source !== "cookie") return authenticateHeader(steps, picked, options)
  if (stored !== undefined) return authenticateStored(steps, sender, stored, options)
  return picked.tokens.refreshToken === undefined
    ? Effect.succeed(makeAuthenticated(makeSignedOut("none")))
    : authenticateStored(steps, sender, openCookies(steps, sender, picked.tokens), options)
}

const isOpen = (session: OpenSession | InvalidId | undefined): session is OpenSession =>
  typeof session === "object" && "tokens" in session

/** The time for a revocation. The request's result does not depend on it. */
const revocationTimeout = "5 seconds"

/**
 * Revokes the service's session behind a stolen id, unless that is known to be done. A failure is logged, and the next
 * request with the session's ids tries again.
 */
const revokeStolen = ({ ended, server }: Steps, { sessionId, userId }: ReplacedIdUsed): Effect.Effect<void> => {
  if (userId === undefined || sessionId === undefined) return Effect.void
  return Effect.flatMap(
    getKeys(undefined, sessionId),
    (keys) =>
      Effect.flatMap(
        ended.isEnded(keys),
        (isEnded) =>
          isEnded ? Effect.void : Sessions.revoke({ userId, id: sessionId }).pipe(
            Effect.provideService(Server, server),
            Effect.provideService(EndedSessions, ended),
            Effect.catchIf(isMissing, () => ended.end(keys)),
            Effect.timeout(revocationTimeout),
            Effect.catchCause((cause) =>
              Effect.logWarning("The service's session behind a stolen id was not revoked", cause)
            )
          )
      )
  )
}

/** Returns `true` if the service has no such session anymore. */
const isMissing = (error: Sessions.RevokeError): boolean =>
  error._tag === "ApiError" && error.reason._tag === "RequestRefused" && error.reason.status === 404

/** Accepts a session from a header. */
const authenticateHeader = (
  steps: Steps,
  { tokens }: SessionCredentials,
  options: AuthenticateOptions | undefined
): Effect.Effect<Authenticated, AuthenticateError> => {
  const isFresh = options?.freshness === "session"
  const acceptToken = (accessToken: Redacted.Redacted<string>) =>
    accept(steps, tokens, accessToken, "header", options, sessionRevoked)
  if (tokens.refreshToken === undefined) {
    const known = acceptToken(tokens.accessToken)
    return isFresh ? Effect.tap(known, ({ principal }) => checkSession(steps.server, principal)) : known
  }
  const { accessToken, refreshToken } = tokens
  const refreshed = Effect.flatMap(
    Effect.catchTag(steps.refresh(refreshToken, { isFresh }), "SessionEnded", () => sessionRevoked),
    acceptToken
  )
  if (accessToken === undefined) return refreshed
  // A header with an invalid token is refused, even if the session could be refreshed.
  const known = acceptToken(accessToken)
  return Effect.catchTag(
    isFresh ? Effect.andThen(known, refreshed) : known,
    "AccessTokenExpired",
    () => refreshed
  )
}

/** Opens a session in a browser's cookies. */
const openCookies = ({ settings }: Steps, sender: Sender, tokens: Tokens): OpenSession => ({
  tokens,
  source: "cookie",
  change: undefined,
  endedIds: cookieCredentials.parseEnded(sender.headers.get("cookie")),
  save: (tokens) => cookieCredentials.replace(sender, settings, tokens),
  end: cookieCredentials.replace(sender, settings, undefined)
})

/** Accepts a stored session, and saves or removes it. The stored access token is only a cache: an invalid one is replaced. */
const authenticateStored = (
  steps: Steps,
  sender: Sender,
  session: OpenSession,
  options: AuthenticateOptions | undefined
): Effect.Effect<Authenticated, AuthenticateError> => {
  if (!isAllowed(sender, steps.settings)) return crossSiteRequest
  const { endedIds, source, tokens } = session
  const { accessToken, refreshToken } = tokens
  const isFresh = options?.freshness === "session"
  const removed = Effect.map(session.end, (change) => makeAuthenticated(makeSignedOut("sessionEnded"), change))
  // The request may be older than the next sign-in, whose cookies have the same names. So they stay until the service refuses them.
  const refused = Effect.as(session.end, makeAuthenticated(makeSignedOut("sessionEnded")))
  const acceptToken = (accessToken: Redacted.Redacted<string>, change: cookieCredentials.CookieChange | undefined) =>
    accept(steps, tokens, accessToken, source, options, refused, change, endedIds)
  const refreshed = refreshToken === undefined ?
    removed :
    Effect.matchEffect(steps.refresh(refreshToken, { isFresh }), {
      onSuccess: (accessToken) =>
        Effect.flatMap(session.save({ refreshToken, accessToken }), (change) => acceptToken(accessToken, change)),
      onFailure: (error) =>
        error._tag !== "SessionEnded" ? Effect.fail(error) : error.by === "service" ? removed : refused
    })
  if (accessToken === undefined || isFresh) return refreshed
  return Effect.catchTag(
    acceptToken(accessToken, session.change),
    ["AccessTokenExpired", "AccessTokenInvalid"],
    () => refreshed
  )
}

const authenticateApiKey = (
  { checkApiKey }: Steps,
  key: apiKeyChecks.ApiKeyCredential,
  options: AuthenticateOptions | undefined
): Effect.Effect<Authenticated, ApiKeyInvalid | ApiError> =>
  Effect.flatMap(checkApiKey(key, { isFresh: options?.freshness === "session" }), (apiKey) => {
    const { description, type } = apiKey
    if (type === "team") return Effect.succeed(makeAuthenticated({ _tag: "TeamApiKey", teamId: apiKey.teamId, apiKey }))
    const { userId } = apiKey
    const agent = agentKey.parse(description)
    if (agent === undefined) return Effect.succeed(makeAuthenticated({ _tag: "UserApiKey", userId, apiKey }))
    return isResource(agent.resource, options?.allowAgentsFor)
      ? Effect.succeed(makeAuthenticated({ _tag: "UserApiKey", userId, apiKey, agent }))
      : otherAgent
  })

/** Returns `true` if an agent's resource is the allowed one. */
const isResource = (resource: string, allowed: string | undefined): boolean => {
  const url = parseIdentifier(allowed)
  return url !== undefined && toResource(url) === resource
}

/** Returns an access token's principal. A user whose kind the caller does not allow is signed out. */
const identify = (
  { verify }: Steps,
  accessToken: Redacted.Redacted<string>,
  source: SessionSource,
  options: AuthenticateOptions | undefined
): Effect.Effect<Principal["Service"], VerifyError> =>
  Effect.matchEffect(verify(accessToken, options), {
    onSuccess: (claims) => {
      const { isAnonymous, sessionId, userId } = claims
      const _tag = isAnonymous === true ? "AnonymousUser" : "User"
      return Effect.succeed({ _tag, userId, sessionId, claims, accessToken, source })
    },
    onFailure: (error) =>
      error._tag === "AccessTokenInvalid" && (error.reason === "anonymous" || error.reason === "restricted")
        ? Effect.succeed(makeSignedOut(error.reason))
        : Effect.fail(error)
  })

/**
 * Identifies an access token's principal, and returns the result for it. Returns the result from `refuse` if the session
 * was signed out, also while the token was requested.
 */
const accept = <E>(
  steps: Steps,
  tokens: Tokens,
  accessToken: Redacted.Redacted<string>,
  source: SessionSource,
  options: AuthenticateOptions | undefined,
  refuse: Effect.Effect<Authenticated, E>,
  change?: cookieCredentials.CookieChange,
  endedIds: ReadonlyArray<string> = []
): Effect.Effect<Authenticated, VerifyError | E> =>
  Effect.flatMap(identify(steps, accessToken, source, options), (principal) => {
    const sessionId = "sessionId" in principal ? principal.sessionId : getSessionId({ ...tokens, accessToken })
    if (sessionId !== undefined && endedIds.includes(sessionId)) return refuse
    const keys = getKeys(tokens.refreshToken, sessionId)
    return Effect.flatMap(
      // The hashes are a tenth of an authentication's time.
      steps.ended.isEmpty() ? Effect.succeed(false) : Effect.flatMap(keys, steps.ended.isEnded),
      (isEnded): Effect.Effect<Authenticated, E> => {
        if (isEnded) return refuse
        return change === undefined
          ? Effect.succeed(makeAuthenticated(principal))
          : Effect.map(keys, (keys) => makeAuthenticated(principal, change, { ended: steps.ended, keys }))
      }
    )
  })

/** Some frameworks have a URL that is an object. Never throws; other values become `undefined`. */
const toTexts = ({ method, url }: { readonly method?: unknown; readonly url?: unknown }) => ({
  method: typeof method === "string" ? method : undefined,
  url: typeof url === "string" ? url : url instanceof URL ? url.href : undefined
})

const makeSignedOut = (reason: SignedOutPrincipal["reason"]): SignedOutPrincipal => ({ _tag: "SignedOut", reason })

/** Creates an authentication's result, with its response's headers. `session` is the one whose cookies `change` sets. */
export const makeAuthenticated = (
  principal: Principal["Service"],
  change?: cookieCredentials.CookieChange,
  session?: { readonly ended: EndedSessions; readonly keys: ReadonlyArray<string> }
): Authenticated => {
  const headers = new Headers({ vary })
  // A response without a user may be cached for other requests without credentials.
  if (change !== undefined || principal._tag !== "SignedOut" || principal.reason !== "none") {
    headers.set("cache-control", "private, no-store")
  }
  for (const line of change?.setCookies ?? []) headers.append("set-cookie", line)
  const requestCookies = change?.requestCookies
  if (session === undefined || !headers.has("set-cookie")) {
    return { principal, headers, requestCookies, settle: Effect.void }
  }
  const { ended, keys } = session
  let isEnded = false
  return {
    principal,
    // An accessor gives each object its own hidden class, which doubles an authentication's time. Few set cookies.
    get headers() {
      // The browser may have another session already, whose cookies have the same names. So none are removed.
      if (isEnded || ended.isKnown(keys)) headers.delete("set-cookie")
      return headers
    },
    requestCookies,
    settle: Effect.map(ended.isEnded(keys), (found) => {
      isEnded = found
    })
  }
}

const crossSiteRequest = /*#__PURE__*/ Effect.failSync(() =>
  new CrossSiteRequest({
    message: "A request with cookies and an unsafe method must come from the app's origin. " +
      "Add the origin of the page to trustedOrigins, or send an Authorization header instead of cookies."
  })
)

const otherAgent = /*#__PURE__*/ Effect.failSync(() =>
  new ApiKeyInvalid({
    reason: "agent",
    message:
      "The API key belongs to an agent. Accept agents with the option allowAgentsFor and the resource of their keys"
  })
)

const sessionRevoked = /*#__PURE__*/ Effect.failSync(() =>
  new SessionRevoked({ message: "The session has ended. The user must sign in again." })
)

/** Fails unless the service lists a user's session. Sends one request. */
const checkSession = (
  server: Server["Service"],
  principal: Principal["Service"]
): Effect.Effect<void, SessionRevoked | ApiError> =>
  principal._tag !== "User" && principal._tag !== "AnonymousUser"
    ? Effect.void
    : Sessions.list(principal.userId).pipe(
      Effect.provideService(Server, server),
      Effect.catchTag(["CannotGetOwnUserWithoutUser", "RequestSchemaError"], () => Effect.succeed([])),
      Effect.flatMap((sessions) => sessions.some(({ id }) => id === principal.sessionId) ? Effect.void : sessionRevoked)
    )
