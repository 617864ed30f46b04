/** OAuth sign-ins in the browser: the redirect to the provider, and the callback, without the service's headers. */
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Struct from "effect/Struct"
import type { Input } from "../../wire/Endpoint.ts"
import type { KnownError } from "../../wire/KnownError.ts"
import {
  InvalidOAuthClientIdOrSecret,
  InvalidPublishableClientKey,
  OAuthExtraScopeNotAvailableWithSharedOAuthKeys,
  OAuthProviderAccessDenied,
  OuterOAuthTimeout,
  RequestSchemaError
} from "../../wire/KnownErrors.ts"
import * as wire from "../../wire/oauth.ts"
import { checkClientSecret, verifyToken } from "../requests/authenticate.ts"
import type { RequestContext } from "../requests/Handler.ts"
import {
  type EmulatorResponse,
  encodeDetails,
  makeJsonResponse,
  makeRejectionResponse,
  redirect,
  reject,
  Rejection,
  setQuery
} from "../requests/http.ts"
import { decodeInput } from "../requests/input.ts"
import { checkBotChallenge } from "../rules/botChallenge.ts"
import { failWith } from "../rules/failWith.ts"
import * as validation from "../rules/validation.ts"
import type { OAuthFlowRow } from "../state/oauthRows.ts"
import * as random from "../state/random.ts"
import type { ProjectRow } from "../state/rows.ts"
import type { ServiceState } from "../state/ServiceState.ts"
import {
  findEnabledProvider,
  issueAuthorizationCode,
  issueProviderTokens,
  linkAccount,
  signInOrUp
} from "./accounts.ts"
import { findFlow, makePageUrl, mergeScopes } from "./providerPage.ts"

type Answer = Readonly<Record<string, unknown>>

const getText = (answer: Answer, name: string): string | undefined => {
  const text = answer[name]
  return typeof text === "string" ? text : undefined
}

const flowLifetime = Duration.minutes(10)

/** Replaces lone surrogates, which cannot be percent-encoded. The emulator never issues such a state. */
const makeCookieName = (innerState: string): string =>
  `stack-oauth-inner-${encodeURIComponent(innerState.replace(/\p{Surrogate}/gu, "\ufffd"))}`

/** Redirects to the provider. Invalid parameters are rejected here, an untrusted redirect URI in the callback. */
export const authorize = Effect.fnUntraced(function*(
  state: ServiceState,
  providerId: string,
  query: Readonly<Record<string, string>>,
  { now, origin }: Pick<RequestContext, "now" | "origin">
): Effect.fn.Return<EmulatorResponse, KnownError | Rejection> {
  const decoded = decodeInput(wire.authorize, { query }, [], state)
  if (decoded instanceof RequestSchemaError) return yield* decoded
  // Sound: decoded with the codec for the description.
  const parameters = decoded.query as Input<typeof wire.authorize>["query"]
  const project = yield* findClient(state, parameters.clientId, parameters.clientSecret, now)
  const isJson = (parameters.hexclaveResponseMode ?? parameters.stackResponseMode) === "json"
  if (state.generation === "2026") yield* checkAfterCallback(project, parameters.afterCallbackRedirectUrl)
  const provider = yield* findEnabledProvider(project, providerId)
  yield* checkBotChallenge(parameters, "oauth_authenticate")
  const flow: OAuthFlowRow = {
    innerState: yield* random.base64Url,
    providerId,
    expiresAtMillis: now + Duration.toMillis(flowLifetime),
    redirectUri: parameters.redirectUri.replace(/#.*$/s, ""),
    ...Struct.pick(parameters, ["state", "scope", "responseType", "codeChallenge", "codeChallengeMethod"]),
    linkTo: parameters.type !== "link" ? undefined : yield* resolveLinkTarget(state, project, parameters.token, now),
    upgrade: parameters.type === "link" ? undefined : yield* findAnonymousUserId(state, project, parameters.token, now),
    providerScopes: mergeScopes(provider, parameters.providerScope),
    errorRedirectUrl: parameters.errorRedirectUri ?? parameters.errorRedirectUrl,
    afterCallbackRedirectUrl: parameters.afterCallbackRedirectUrl,
    isJson,
    grant: undefined
  }
  const isChecked = flow.linkTo !== undefined || state.generation === "2026"
  if (isChecked && parameters.providerScope && provider.type === "shared") {
    return yield* failWith(
      OAuthExtraScopeNotAvailableWithSharedOAuthKeys,
      `Shared OAuth keys of ${providerId} do not support extra scopes. Configure OAuth keys of the project.`
    )
  }
  project.oauthFlows.set(flow.innerState, flow)
  const location = makePageUrl(
    origin,
    provider,
    flow,
    yield* random.base64Url,
    state.overrides.oauthPage,
    state.generation
  )
  if (isJson) return makeJsonResponse(200, { location })
  const expires = new Date(flow.expiresAtMillis).toUTCString()
  const cookie = [
    `${makeCookieName(flow.innerState)}=true`,
    "Path=/",
    `Expires=${expires}`,
    `Max-Age=${Duration.toSeconds(flowLifetime)}`,
    ...(origin.startsWith("https:") ? ["Secure"] : []),
    "HttpOnly"
  ]
  return { ...redirect(location), headers: { location, "set-cookie": cookie.join("; ") } }
})

const findClient = Effect.fnUntraced(
  function*(state: ServiceState, clientId: string, clientSecret: string, now: number) {
    const [projectId, branch = "main"] = clientId.split("#")
    const project = state.get(projectId!)
    if (project === undefined || branch !== "main") {
      return yield* failWith(
        InvalidOAuthClientIdOrSecret,
        `The OAuth client ${JSON.stringify(clientId)} does not exist. The client id is the id of the project.`,
        { clientId }
      )
    }
    if (yield* checkClientSecret(project, clientSecret, now)) return project
    return yield* failWith(
      InvalidPublishableClientKey,
      `The client secret is not a valid publishable client key of the project ${JSON.stringify(project.id)}`,
      { projectId: project.id }
    )
  }
)

const checkAfterCallback = Effect.fnUntraced(function*(project: ProjectRow, url: string | undefined) {
  if (url === undefined) return
  if (!URL.canParse(url)) return yield* validation.schemaError(["query.after_callback_redirect_url must be a URL"])
  yield* validation.checkTrustedUrl(project, url)
})

const resolveLinkTarget = Effect.fnUntraced(function*(
  state: ServiceState,
  project: ProjectRow,
  token: Redacted.Redacted<string> | undefined,
  now: number
) {
  if (token === undefined && state.generation === "2026") {
    return yield* reject(400, "To link an account, send the access token of the user")
  }
  const claims = yield* verifyToken(state, project.id, token === undefined ? "" : Redacted.value(token), now)
  if (claims.projectId !== project.id) return yield* reject(403, "The access token is for another project")
  return claims.sub
})

/** Returns the access token's anonymous user, if any. An invalid token never prevents a sign-in. */
const findAnonymousUserId = (
  state: ServiceState,
  project: ProjectRow,
  token: Redacted.Redacted<string> | undefined,
  now: number
): Effect.Effect<string | undefined> =>
  token === undefined ? Effect.undefined : verifyToken(state, project.id, Redacted.value(token), now).pipe(
    Effect.map(({ sub }) => project.users.get(sub)?.isAnonymous === true ? sub : undefined),
    Effect.orElseSucceed(() => undefined)
  )

/** Handles a provider's callback: redirects the browser to the app with a code, and removes the flow's cookie. */
export const callback = Effect.fnUntraced(function*(
  state: ServiceState,
  providerId: string,
  answer: Answer,
  context: Pick<RequestContext, "now" | "headers"> & { readonly pretty: boolean }
): Effect.fn.Return<EmulatorResponse> {
  const cookie = makeCookieName(getText(answer, "state") ?? "")
  const response = yield* handleCallback(state, providerId, answer, cookie, context).pipe(
    Effect.catch((error) => Effect.succeed(makeRejectionResponse(error, context.pretty)))
  )
  const flow = findFlow(state, getText(answer, "state"))?.flow
  if (state.generation === "2026" && (flow === undefined || flow.isJson === true)) return response
  const expiredCookie = `${cookie}=; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT`
  return { ...response, headers: { ...response.headers, "set-cookie": expiredCookie } }
})

const handleCallback = Effect.fnUntraced(function*(
  state: ServiceState,
  providerId: string,
  answer: Answer,
  cookie: string,
  { headers, now }: Pick<RequestContext, "now" | "headers">
): Effect.fn.Return<EmulatorResponse, KnownError | Rejection> {
  const cookies = (headers["cookie"] ?? "").split(";").map((text) => text.trim())
  const found = findFlow(state, getText(answer, "state"))
  if (found?.flow.isJson !== true && !cookies.includes(`${cookie}=true`)) {
    return yield* reject(
      400,
      "No OAuth cookie found for this state. Start the sign-in again in this browser."
    )
  }
  if (found === undefined) return yield* reject(400, "Unknown OAuth state. Start the sign-in again.")
  const { flow, project } = found
  return yield* Effect.catch(completeFlow(project, flow, providerId, answer, { headers, now }), (error) => {
    const response = error instanceof Rejection ? undefined : makeErrorRedirect(project, flow, error)
    return response === undefined ? Effect.fail(error) : Effect.succeed(response)
  })
})

const completeFlow = Effect.fnUntraced(function*(
  project: ProjectRow,
  flow: OAuthFlowRow,
  providerId: string,
  answer: Answer,
  { headers, now }: Pick<RequestContext, "now" | "headers">
): Effect.fn.Return<EmulatorResponse, KnownError | Rejection> {
  if (flow.expiresAtMillis <= now) {
    return yield* failWith(OuterOAuthTimeout, "The OAuth flow has timed out. Please sign in again.")
  }
  yield* findEnabledProvider(project, providerId)
  const account = yield* redeemGrant(flow, providerId, answer)
  yield* validation.checkTrustedUrl(project, flow.redirectUri)
  const { isNewUser, row, user } = flow.linkTo === undefined
    ? yield* signInOrUp(project, providerId, account, { current: project.users.get(flow.upgrade ?? ""), headers })
    : yield* linkAccount(project, providerId, account, flow.linkTo)
  row.tokens.push(yield* issueProviderTokens(flow.providerScopes, now))

  if (flow.scope !== "legacy") return yield* reject(400, "The scope must be legacy")
  if (flow.responseType !== "code") return yield* reject(400, "The response type must be code")
  if (!/^(?:S256|plain)$/.test(flow.codeChallengeMethod)) {
    return yield* reject(400, "The code challenge method must be S256 or plain")
  }
  const code = yield* issueAuthorizationCode(project, now, {
    ...Struct.pick(flow, ["redirectUri", "codeChallenge", "codeChallengeMethod", "afterCallbackRedirectUrl"]),
    userId: user.id,
    isNewUser
  })
  const response = makeJsonResponse(303, {})
  const location = setQuery(flow.redirectUri, { code, state: flow.state })
  return { ...response, headers: { ...response.headers, location } }
})

/** Returns the redirect for a flow's error, unless no URL is trusted. In 2025, only the error URL is used. */
const makeErrorRedirect = (project: ProjectRow, { errorRedirectUrl, redirectUri }: OAuthFlowRow, error: KnownError) => {
  const isOld = project.generation === "2025"
  const page = (isOld ? [errorRedirectUrl] : [redirectUri, errorRedirectUrl])
    .find((url) => url !== undefined && validation.isTrustedUrl(project, url))
  return page === undefined ? undefined : redirect(setQuery(page, {
    ...(isOld ? {} : { error: "server_error", error_description: error.message }),
    errorCode: error.code,
    message: error.message,
    details: JSON.stringify(encodeDetails(error) ?? {})
  }))
}

/** Exchanges the provider's code for the account. A code is valid once. */
const redeemGrant = Effect.fnUntraced(function*(flow: OAuthFlowRow, providerId: string, answer: Answer) {
  const error = getText(answer, "error")
  if (error === "access_denied") {
    return yield* failWith(OAuthProviderAccessDenied, "Access was denied at the OAuth provider")
  }
  if (error !== undefined) return yield* reject(400, `The OAuth provider returned the error ${JSON.stringify(error)}`)
  const { grant } = flow
  if (grant === undefined || flow.providerId !== providerId || grant.code !== getText(answer, "code")) {
    return yield* reject(400, "The code of the OAuth provider is unknown or already used")
  }
  flow.grant = undefined
  return grant.account
})
