/**
 * The OAuth token endpoint (RFC 6749 § 3.2). It authenticates its client by the body instead of the service's headers.
 *
 * @since 0.1.0
 */
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import type { KnownError } from "../wire/KnownError.ts"
import { InvalidAuthorizationCode, InvalidOAuthClientIdOrSecret } from "../wire/KnownErrors.ts"
import { schemaError } from "./checks.ts"
import { type Refusal, refuse } from "./http.ts"
import { renew } from "./sessions.ts"
import { holdsKey, type State } from "./State.ts"

/**
 * Answers a token request.
 *
 * @category handlers
 * @since 0.1.0
 */
export const token = Effect.fnUntraced(function*(
  state: State,
  body: unknown,
  request: { readonly now: number; readonly origin: string; readonly headers: Readonly<Record<string, string>> }
): Effect.fn.Return<object, KnownError | Refusal> {
  const field = (name: string): string | undefined => {
    const value = typeof body === "object" && body !== null
      ? Object.getOwnPropertyDescriptor(body, name)?.value
      : undefined
    return typeof value === "string" ? value : undefined
  }
  const grantType = field("grant_type")
  if (grantType !== "refresh_token" && grantType !== "authorization_code") {
    return yield* schemaError("grant_type must be refresh_token or authorization_code")
  }
  const [projectId, branch = "main"] = (field("client_id") ?? "").split("#")
  const project = state.get(projectId!)
  const isClient = project !== undefined && branch === "main" &&
    holdsKey(project, "publishableClientKey", field("client_secret") ?? "", request.now)
  if (!isClient) {
    return yield* new InvalidOAuthClientIdOrSecret({
      message: "The client id or the client secret is wrong",
      details: { clientId: null }
    })
  }
  if (grantType === "authorization_code") {
    return yield* new InvalidAuthorizationCode({ message: "The authorization code is wrong or used up", details: {} })
  }
  const refreshToken = field("refresh_token")
  if (refreshToken === undefined) {
    return yield* refuse(400, { error: "invalid_request", error_description: "The field refresh_token is missing" })
  }
  const accessToken = yield* renew({ ...request, project }, refreshToken)
  return { access_token: Redacted.value(accessToken), token_type: "Bearer", expires_in: 3599, scope: "legacy" }
})
