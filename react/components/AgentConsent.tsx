import * as Effect from "effect/Effect"
import { type ReactNode, useMemo } from "react"
import { AgentServer } from "../../src/pages/AgentServer.ts"
import { agentConsent } from "../../src/pages/loadAgentConsent.ts"
import { AgentConsentGivenPage, AgentConsentPage, AgentConsentRefusedPage } from "../pages/AgentPages.tsx"
import { type EmbeddedProps, Flow, type PagesOf } from "./Flow.tsx"
import { type LaterSignInPages, loadSignInPages } from "./loadSignInPages.ts"

/** The page components for `AgentConsent`. */
export const agentConsentPages: PagesOf<Effect.Success<typeof agentConsent>, LaterSignInPages> = {
  AgentConsent: AgentConsentPage,
  AgentConsentGiven: AgentConsentGivenPage,
  AgentConsentRefused: AgentConsentRefusedPage
}

/** Props for `AgentConsent`. */
export type AgentConsentProps = EmbeddedProps & {
  /** The base path of the app's authorization server, on the page's origin. `/oauth` by default. */
  readonly path?: string | undefined
}

/**
 * Shows the request of an agent, such as an MCP client, with the id in the URL. The user allows or denies it.
 * Redirects a signed-out visitor to the sign-in page and back, and after the decision to the agent.
 *
 * `HandlerPage` contains it at `/handler/agent-consent`. Answer the page with the header
 * `Content-Security-Policy: frame-ancestors 'none'`. In a frame, it shows no buttons.
 *
 * **Example** (The page that the authorization server redirects to)
 *
 * ```tsx
 * import { AgentConsent } from "latchkey/react"
 *
 * export const Consent = () => <AgentConsent />
 * ```
 */
export const AgentConsent = ({ path, ...props }: AgentConsentProps): ReactNode => {
  const open = useMemo(() => withPath(agentConsent, path), [path])
  return <Flow {...props} open={open} own="agentConsent" pages={agentConsentPages} loadPages={loadSignInPages} />
}

/** Sets the base path of the authorization server. */
export const withPath = <A, E, R>(open: Effect.Effect<A, E, R>, path: string | undefined): Effect.Effect<A, E, R> =>
  path === undefined ? open : Effect.updateService(open, AgentServer, (server) => ({ ...server, path }))
