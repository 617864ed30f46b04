/** The authorization server for agents, which the app's server hosts. */
import * as Context from "effect/Context"
import { fromFetch, type Transport } from "../call/Transport.ts"

/** The location of the authorization server, and its transport. */
export interface AgentServer {
  /** The base path on the page's origin: `/oauth` by default. */
  readonly path: string
  /** Sends the requests: `fetch` by default. A test gives the responses with it. */
  readonly transport: Transport
}

/**
 * The authorization server for agents. It is always on the page's origin, which the user's access token is sent to.
 *
 * **Example** (Another base path)
 *
 * ```ts
 * import * as Effect from "effect/Effect"
 * import { HandlerPages } from "latchkey"
 *
 * const page = Effect.updateService(
 *   HandlerPages.agentConsent,
 *   HandlerPages.AgentServer,
 *   (server) => ({ ...server, path: "/authorization" })
 * )
 * ```
 */
export const AgentServer: Context.Reference<AgentServer> = /*#__PURE__*/ Context.Reference(
  "latchkey/pages/AgentServer",
  { defaultValue: () => ({ path: "/oauth", transport: fromFetch((url, init) => globalThis.fetch(url, init)) }) }
)
