/** The page where a user decides about an agent's request. */
import * as Effect from "effect/Effect"
import type { User } from "../account/CurrentUser.ts"
import * as Session from "../account/Session.ts"
import type { ApiError } from "../call/ApiError.ts"
import { trace } from "../call/trace.ts"
import { Navigation } from "../navigation/Navigation.ts"
import { RedirectUrlNotTrusted } from "../navigation/sameOrigin.ts"
import { Frame } from "../platform/Frame.ts"
import type { Client } from "../session/ClientService.ts"
import { RequestSchemaError, type UserAuthenticationRequired } from "../wire/KnownErrors.ts"
import { toAgentRedirect } from "./agentRedirect.ts"
import { type Asker, expired, getRequest, notAvailable, sendDecision } from "./agentRequests.ts"
import { AgentServer } from "./AgentServer.ts"
import type { Onboarding } from "./Onboarding.ts"
import { checkReturnTo, goTo, readSecretParameter } from "./redirects.ts"
import { requireUser } from "./requireUser.ts"
import { redirectToSignIn, type SignInRequired } from "./SignInRequired.ts"

/** The client that requests access, such as Claude. */
export interface AgentClient {
  /** The name that the client gives itself. Show it as text, beside the proven host. */
  readonly name: string
  /** The host that proves the client's identity. `null` if the app's configuration names the client. */
  readonly host: string | null
  /** `false` if nothing proves the identity. */
  readonly isVerified: boolean
}

/** A scope that the agent requests. */
export interface AgentScope {
  /** The name, such as `notes:read`. */
  readonly name: string
  /** The meaning, in the app's words. */
  readonly description: string | undefined
}

/** Errors of a decision. */
export type AgentDecisionError = UserAuthenticationRequired | RequestSchemaError | RedirectUrlNotTrusted | ApiError

/**
 * An agent requests access to the app in the user's name. Show all of this, and let the user decide.
 *
 * @category pages
 */
export interface AgentConsent {
  readonly _tag: "AgentConsent"
  readonly user: User
  readonly client: AgentClient
  /** The host that gets the access, `localhost`, or the scheme of a program on this device. */
  readonly redirectHost: string
  /** `true` if a program on this device gets the access. Any program on the device can use such a redirect. */
  readonly isOnDevice: boolean
  /** The URL of the server that the agent may use. */
  readonly resource: string
  /** Empty if the agent may do everything that the user can do there. */
  readonly scopes: ReadonlyArray<AgentScope>
  /** When the access ends. */
  readonly keyExpiresAt: Date
  /**
   * Grants some or all of the requested scopes, and redirects to the agent. Fails with `RequestSchemaError`, without a request, if
   * a scope was not requested, or if none of the requested ones is granted. Fails with `UserAuthenticationRequired` if the session
   * has changed since the page opened.
   */
  readonly approve: (choice: { readonly scopes: ReadonlyArray<string> }) => Effect.Effect<
    AgentConsentGiven | AgentConsentRefused,
    AgentDecisionError,
    Client | Navigation
  >
  /** Refuses the access, and redirects to the agent. */
  readonly deny: Effect.Effect<AgentConsentGiven | AgentConsentRefused, AgentDecisionError, Client | Navigation>
  /** Signs out, and redirects to the sign-in page, which returns to this page. */
  readonly switchUser: Effect.Effect<SignInRequired<"agentConsent">, never, Client | Navigation>
}

/**
 * The user has decided, and the browser was redirected. A program on the device may have opened in another window, so that this
 * page stays.
 *
 * @category pages
 */
export interface AgentConsentGiven {
  readonly _tag: "AgentConsentGiven"
  readonly clientName: string
  readonly isApproved: boolean
  /** Redirects again. */
  readonly proceed: Effect.Effect<void, never, Navigation>
}

/**
 * The request cannot be decided here.
 *
 * - `expired`: the request is unknown, used, or older than ten minutes. The agent starts again.
 * - `notAvailable`: the app has no authorization server for agents at this path.
 * - `framed`: another page shows this one in a frame. It could make the user click without reading.
 *
 * @category pages
 */
export interface AgentConsentRefused {
  readonly _tag: "AgentConsentRefused"
  readonly reason: "expired" | "notAvailable" | "framed"
  readonly goHome: Effect.Effect<void, never, Navigation>
}

const refuse = (reason: AgentConsentRefused["reason"]): AgentConsentRefused => ({
  _tag: "AgentConsentRefused",
  reason,
  goHome: goTo("home")
})

/** Leaves for the agent. */
const leave = (url: string): Effect.Effect<void, never, Navigation> =>
  Effect.flatMap(Navigation, ({ page }) => Effect.andThen(page.goTo(url), page.settle))

/** Checks the granted scopes. */
const checkScopes = (
  granted: ReadonlyArray<string>,
  scopes: ReadonlyArray<AgentScope>
): Effect.Effect<void, RequestSchemaError> => {
  const other = granted.find((name) => !scopes.some((scope) => scope.name === name))
  const message = other !== undefined
    ? `The agent has not requested the scope ${other}`
    : granted.length === 0 && scopes.length > 0
    ? "Grant at least one of the requested scopes, or deny the request"
    : undefined
  return message === undefined ? Effect.void : Effect.fail(new RequestSchemaError({ message, details: { message } }))
}

const open = (
  user: User,
  request: Parameters<typeof getRequest>[1]
): Effect.Effect<
  AgentConsent | AgentConsentRefused | SignInRequired<"agentConsent">,
  ApiError,
  Client | Navigation
> =>
  Effect.gen(function*() {
    const { page } = yield* Navigation
    const asker: Asker = { userId: user.id, server: yield* AgentServer, here: yield* page.url }
    const answer = yield* getRequest(asker, request)
    if (answer === expired || answer === notAvailable) return refuse(answer)
    const { client, confirm, isOnDevice, keyExpiresAt, redirectHost, resource } = answer
    const scopes = answer.scopes.map(({ description, name }) => ({ name, description: description ?? undefined }))
    const decide = (decision: "approve" | "deny", granted: ReadonlyArray<string>): AgentConsent["deny"] =>
      Effect.flatMap(
        sendDecision(asker, { request, confirm, decision, scopes: granted }),
        (answer): AgentConsent["deny"] => {
          if (typeof answer === "string") return Effect.succeed(refuse(answer))
          const url = toAgentRedirect(answer.redirectTo)
          if (url === undefined) {
            const message =
              "The app's server named a URL that a browser must not follow. Check the agent's redirect URIs"
            return Effect.fail(new RedirectUrlNotTrusted({ message, url: answer.redirectTo }))
          }
          return Effect.as(leave(url), {
            _tag: "AgentConsentGiven",
            clientName: client.name,
            isApproved: decision === "approve",
            proceed: leave(url)
          })
        }
      )
    return {
      _tag: "AgentConsent",
      user,
      client,
      redirectHost,
      isOnDevice,
      resource,
      scopes,
      keyExpiresAt,
      approve: ({ scopes: granted }) => Effect.andThen(checkScopes(granted, scopes), decide("approve", granted)),
      deny: decide("deny", []),
      // Without a response, the client has removed the session nonetheless.
      switchUser: Effect.andThen(
        Effect.catch(Session.signOut, () => Effect.void),
        redirectToSignIn("agentConsent")
      )
    } satisfies AgentConsent
  }).pipe(Effect.catchTag("UserAuthenticationRequired", () => redirectToSignIn("agentConsent")))

/** Opens the page. `loadAgentConsent.ts` describes it. */
export const openAgentConsent: Effect.Effect<
  AgentConsent | AgentConsentRefused | SignInRequired<"agentConsent"> | Onboarding,
  RedirectUrlNotTrusted | ApiError,
  Client | Navigation
> = /*#__PURE__*/ trace(
  "HandlerPages.agentConsent",
  /*#__PURE__*/ Effect.gen(function*() {
    if (yield* (yield* Frame).isFramed) return refuse("framed")
    yield* checkReturnTo
    const request = yield* readSecretParameter("request")
    if (request === undefined) return refuse("expired")
    return yield* requireUser("agentConsent", (user) => open(user, request))
  })
)
