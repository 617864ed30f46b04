/** The page for consent, which browsers load when it opens: most apps have no agents. */
import * as Effect from "effect/Effect"
import type { ApiError } from "../call/ApiError.ts"
import { makeNotLoaded } from "../call/makeNotLoaded.ts"
import type { Navigation } from "../navigation/Navigation.ts"
import type { RedirectUrlNotTrusted } from "../navigation/sameOrigin.ts"
import type { Client } from "../session/ClientService.ts"
import type { AgentConsent, AgentConsentRefused } from "./AgentConsent.ts"
import type { Onboarding } from "./Onboarding.ts"
import type { SignInRequired } from "./SignInRequired.ts"

/**
 * Opens the page where a user decides about an agent's request, from the URL's parameter `request`. Redirects a signed-out visitor
 * and an anonymous user to the sign-in page and back, and a restricted user to the page `onboarding`.
 *
 * Sends the user's access token only to the page's origin, to the path of `AgentServer`. Its code
 * loads when the page opens; a failed load is a `NetworkFailure`. A broken response fails with the
 * `ApiError` reason `InvalidResponse`.
 *
 * **Gotchas**
 *
 * Answer the page's route with the header `Content-Security-Policy: frame-ancestors 'none'`. The check for a frame only works
 * where scripts run.
 */
export const agentConsent: Effect.Effect<
  AgentConsent | AgentConsentRefused | SignInRequired<"agentConsent"> | Onboarding,
  RedirectUrlNotTrusted | ApiError,
  Client | Navigation
> = /*#__PURE__*/ Effect.flatMap(
  /*#__PURE__*/ Effect.tryPromise({
    try: () => import("./AgentConsent.ts"),
    catch: (cause) => makeNotLoaded("HandlerPages.agentConsent", "the page", cause)
  }),
  ({ openAgentConsent }) => openAgentConsent
)
