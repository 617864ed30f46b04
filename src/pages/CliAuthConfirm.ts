/** The page where a user authorizes a command line. */
import * as Effect from "effect/Effect"
import type { User } from "../account/CurrentUser.ts"
import { type CliAgent, parseAgent } from "../auth/cliLogin/agentRequest.ts"
import { confirm, displayCode } from "../auth/cliLogin/confirm.ts"
import type { ApiError } from "../call/ApiError.ts"
import { trace } from "../call/trace.ts"
import { Navigation } from "../navigation/Navigation.ts"
import type { RedirectUrlNotTrusted } from "../navigation/sameOrigin.ts"
import type { Client } from "../session/ClientService.ts"
import type * as KnownErrors from "../wire/KnownErrors.ts"
import type { Onboarding } from "./Onboarding.ts"
import { checkReturnTo, continueTo, goTo, readSecretParameter } from "./redirects.ts"
import { requireUser } from "./requireUser.ts"
import type { SignInRequired } from "./SignInRequired.ts"

/**
 * A command line requests to sign in as the current user. Show the user and the code: the link may come from an attacker,
 * and then the code differs from the one in the user's terminal.
 *
 * @category pages
 */
export interface CliAuthConfirm {
  readonly _tag: "CliAuthConfirm"
  readonly user: User
  /** The start of the login code, as the command line shows it: `ABC-DEF`. */
  readonly displayCode: string
  /**
   * The agent that requests an API key instead of a session, as it describes itself. `undefined` for a sign-in. Nothing proves the
   * description, and the scopes cannot be limited here: show that.
   */
  readonly agent: CliAgent | undefined
  /**
   * Hands the session to the command line. Fails with `UserAuthenticationRequired` if the session has changed since the page
   * opened.
   */
  readonly confirm: Effect.Effect<
    CliConfirmed | CliRefused,
    KnownErrors.UserAuthenticationRequired | ApiError,
    Client
  >
  /** Redirects home without confirming. The command line keeps waiting. */
  readonly decline: Effect.Effect<void, RedirectUrlNotTrusted, Navigation>
}

/**
 * The command line is signed in. The user can return to the terminal.
 *
 * @category pages
 */
export interface CliConfirmed {
  readonly _tag: "CliConfirmed"
}

/**
 * The link does not work: its code is missing, unknown, expired or already confirmed. The user starts again in the terminal.
 *
 * @category pages
 */
export interface CliRefused {
  readonly _tag: "CliRefused"
  readonly goHome: Effect.Effect<void, never, Navigation>
}

const refused: CliRefused = { _tag: "CliRefused", goHome: /*#__PURE__*/ goTo("home") }

/**
 * Opens the page where a user authorizes a command line. Redirects a signed-out visitor to the sign-in page and back, and a
 * restricted user to the page `onboarding`.
 *
 * The service cannot check a code without confirming it. An invalid code therefore fails only at `confirm`.
 */
export const cliAuthConfirm: Effect.Effect<
  CliAuthConfirm | CliRefused | SignInRequired<"cliAuthConfirm"> | Onboarding,
  RedirectUrlNotTrusted | ApiError,
  Client | Navigation
> = /*#__PURE__*/ trace(
  "HandlerPages.cliAuthConfirm",
  /*#__PURE__*/ Effect.gen(function*() {
    yield* checkReturnTo
    const loginCode = yield* readSecretParameter("login_code")
    const agent = parseAgent(yield* Effect.flatMap(Navigation, ({ page }) => page.url))
    if (loginCode === undefined || agent === "invalid") return refused
    return yield* requireUser("cliAuthConfirm", (user) =>
      Effect.succeed<CliAuthConfirm>({
        _tag: "CliAuthConfirm",
        user,
        displayCode: displayCode(loginCode),
        agent,
        confirm: confirm({ loginCode, userId: user.id }).pipe(
          Effect.as<CliConfirmed | CliRefused>({ _tag: "CliConfirmed" }),
          Effect.catchTag("RequestSchemaError", () => Effect.succeed(refused)),
          Effect.catchReason("ApiError", "RequestRefused", () => Effect.succeed(refused))
        ),
        decline: continueTo("home")
      }))
  })
)
