/**
 * The page on which a user lets a command line in.
 *
 * @since 0.1.0
 */
import * as Effect from "effect/Effect"
import type { User } from "../account/CurrentUser.ts"
import { confirm, displayCode } from "../auth/cli/confirm.ts"
import type { ApiError } from "../call/ApiError.ts"
import { trace } from "../call/trace.ts"
import type { Navigation } from "../navigation/Navigation.ts"
import type { RedirectUrlNotTrusted } from "../navigation/sameOrigin.ts"
import type { Client } from "../session/Client.ts"
import type * as KnownErrors from "../wire/KnownErrors.ts"
import type { Onboarding } from "./Onboarding.ts"
import { checkReturnTo, continueTo, goTo, readSecretParameter } from "./redirects.ts"
import { requireUser } from "./requireUser.ts"
import type { SignInRequired } from "./SignInRequired.ts"

/**
 * A command line asks to be let in as the user who is signed in. Show who that is, and the code: the link may come from
 * somebody who wants the user's session, and then it is not the code that the user's own command line shows.
 *
 * @category pages
 * @since 0.1.0
 */
export interface CliAuthConfirm {
  readonly _tag: "CliAuthConfirm"
  readonly user: User
  /** The beginning of the login code, as the command line shows it: `ABC-DEF`. */
  readonly displayCode: string
  /** Gives the command line the session. It is refused when another user has signed in meanwhile, or nobody is left. */
  readonly confirm: Effect.Effect<
    CliConfirmed | CliRefused,
    KnownErrors.UserAuthenticationRequired | ApiError,
    Client
  >
  /** Goes home, and leaves the command line waiting. */
  readonly decline: Effect.Effect<void, RedirectUrlNotTrusted, Navigation>
}

/**
 * The command line is signed in. The person may go back to it.
 *
 * @category pages
 * @since 0.1.0
 */
export interface CliConfirmed {
  readonly _tag: "CliConfirmed"
}

/**
 * The link does not work: it has no code, or one that is unknown, has expired or was confirmed before. The person starts
 * over where the command line is.
 *
 * @category pages
 * @since 0.1.0
 */
export interface CliRefused {
  readonly _tag: "CliRefused"
  readonly goHome: Effect.Effect<void, never, Navigation>
}

const refused: CliRefused = { _tag: "CliRefused", goHome: /*#__PURE__*/ goTo("home") }

/**
 * Opens the page on which a user lets a command line in. A visitor who is not signed in is sent to the sign-in page and back, a
 * restricted user to the page `onboarding`.
 *
 * The service has no way to look at a code without confirming it: whether it is good shows when the user says yes.
 *
 * @category opening
 * @since 0.1.0
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
    if (loginCode === undefined) return refused
    return yield* requireUser("cliAuthConfirm", (user) =>
      Effect.succeed<CliAuthConfirm>({
        _tag: "CliAuthConfirm",
        user,
        displayCode: displayCode(loginCode),
        confirm: confirm({ loginCode, userId: user.id }).pipe(
          Effect.as<CliConfirmed | CliRefused>({ _tag: "CliConfirmed" }),
          Effect.catchTag("RequestSchemaError", () => Effect.succeed(refused)),
          Effect.catchReason("ApiError", "RequestRefused", () => Effect.succeed(refused))
        ),
        decline: continueTo("home")
      }))
  })
)
