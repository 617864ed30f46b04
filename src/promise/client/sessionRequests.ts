/** The functions in `auth.session` that may send a request. */
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Session from "../../account/Session.ts"
import { withNames } from "../withNames.ts"
import type { Services } from "./Services.ts"
import type { SessionRequests } from "./session.ts"

const toText = (token: Redacted.Redacted<string> | null): string | null => token === null ? null : Redacted.value(token)

/** @internal */
export const session = /*#__PURE__*/ withNames<SessionRequests, Services>({
  token: (options) => Effect.map(Session.getAccessToken(options), toText),
  refresh: () => Effect.map(Session.refresh, toText),
  claims: () => Session.claims,
  headers: () =>
    Effect.map(Session.authHeaders, (headers) => ({ "x-stack-auth": Redacted.value(headers["x-stack-auth"]) })),
  clockSkew: () => Session.clockSkewMillis
}, { token: [{ maxAge: true }] })
