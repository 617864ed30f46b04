/** `auth.handleCallback`: completes the link or redirect that opened the page. */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import type * as Redacted from "effect/Redacted"
import * as ContactChannels from "../../account/ContactChannels.ts"
import type * as Reverification from "../../account/Reverification.ts"
import * as TeamInvitations from "../../account/TeamInvitations.ts"
import * as Cli from "../../auth/cliLogin/confirm.ts"
import * as MagicLink from "../../auth/MagicLink.ts"
import * as Mfa from "../../auth/mfa/Continuation.ts"
import * as OAuth from "../../auth/oauth/callback.ts"
import { type CallbackError as OAuthError, errorOf, errorParameters, parseError } from "../../auth/oauth/errors.ts"
import { forgetNewest, pendingStates } from "../../auth/oauth/pkce.ts"
import * as Password from "../../auth/Password.ts"
import type { SignedInOrUp } from "../../auth/startSession.ts"
import { Navigation } from "../../navigation/Navigation.ts"
import { responseParameters } from "../../navigation/removeOAuthResponse.ts"
import { getReturnTo, leadsBack } from "../../navigation/returnTo.ts"
import { toAppPath } from "../../navigation/sameOrigin.ts"
import type { Urls } from "../../navigation/Urls.ts"
import { type Match, match } from "../../pages/match.ts"
import { findReturn } from "../../pages/reverifyReturn.ts"
import { parameterOf, parse } from "../../platform/urlParameters.ts"
import { getUserId } from "../../session/AccessToken.ts"
import { Client } from "../../session/ClientService.ts"
import { tokensOf } from "../../session/SessionState.ts"
import { UserAuthenticationRequired } from "../../wire/KnownErrors.ts"
import type { MakeCall } from "../makeCall.ts"
import type { Call, CallOptions } from "../Result.ts"
import { withNames } from "../withNames.ts"
import {
  type FirstFactorError,
  forgetSteps,
  type SecondFactor,
  type SignedIn,
  toSecondFactor,
  toSignedIn
} from "./outcome.ts"
import { resetPassword } from "./password.ts"
import type { ReverifiedCallback, ReverifyPart } from "./reverify.ts"
import type { Services } from "./Services.ts"

/** A sign-in that a redirect or a link completed. */
export interface CallbackSignIn<out Kind extends "oauth" | "magic-link" = "oauth" | "magic-link"> {
  /** `oauth` for a provider's redirect, `magic-link` for an email's link. */
  readonly kind: Kind
  /**
   * The path where the app continues: the sign-in's `returnTo`, the page that redirected to the sign-in page, or
   * `urls.afterSignIn`. Always on the app's origin.
   */
  readonly returnTo: string
}

/** A link that verified an email address. */
export interface EmailVerified {
  readonly kind: "email-verification"
}

/** A link to reset a forgotten password. */
export interface PasswordReset {
  readonly kind: "password-reset"
  /** Replaces the password, and ends all user sessions. Does not sign in. After `PASSWORD_TOO_SHORT`, the user can try again. */
  readonly reset: (password: string, options?: CallOptions) => Call<void, Password.ResetError>
}

/** A link to join a team. Show it, and accept it when the user agrees. */
export interface Invitation {
  readonly kind: "invitation"
  readonly teamId: string
  readonly teamDisplayName: string
  readonly accept: (options?: CallOptions) => Call<void, TeamInvitations.AcceptError>
}

/** A sign-in from a command-line program. Show its code, and confirm it when the user agrees. */
export interface CliConfirmation {
  readonly kind: "cli"
  /** The code that the program shows, such as `ABC-123`. The user compares both. */
  readonly displayCode: string
  /** Signs the program in as this page's user. */
  readonly confirm: (options?: CallOptions) => Call<void, Cli.ConfirmError>
}

/** A URL's result. */
export type Callback =
  | (CallbackSignIn<"oauth"> & SignedIn)
  | (CallbackSignIn<"oauth"> & SecondFactor)
  | (CallbackSignIn<"magic-link"> & SignedIn)
  | (CallbackSignIn<"magic-link"> & SecondFactor)
  | EmailVerified
  | PasswordReset
  | Invitation
  | CliConfirmation
  | ReverifiedCallback

/** Errors from `handleCallback`. */
export type CallbackError =
  | FirstFactorError<OAuthError | MagicLink.SignInError>
  | ContactChannels.VerifyError
  | Password.CheckResetCodeError
  | TeamInvitations.GetDetailsError
  | Reverification.SignInError

/** @category models */
export type HandleCallback = (options?: CallOptions) => Call<Callback | null, CallbackError>

/** Milliseconds in which a second call gets the same result, for components that mount twice as in React's StrictMode. */
const remountMillis = 5000

/** The last callback's result. `address` is its URL without the code. */
interface Last {
  readonly address: string
  readonly result: Fiber.Fiber<Callback | null, CallbackError>
  until: number
}

/** Returns `true` if the same URL may succeed later, so the address has to keep its code. */
const mayRetry = (error: CallbackError): boolean =>
  error._tag === "UserAuthenticationRequired" || error._tag === "ApiError" && error.isTransient

/** Removes URL parameters. Without them, the URL keeps its spelling. */
const removeParameters = (here: string, names: ReadonlyArray<string>): string => {
  const url = parse(here)
  if (url === undefined || !names.some((name) => url.searchParams.has(name))) return here
  for (const name of names) url.searchParams.delete(name)
  return url.toString()
}

/** Completes a provider's response on a page that is not `urls.oauthCallback`. */
const readResponse = (here: string): typeof OAuth.callback =>
  errorOf(here) === undefined
    ? OAuth.callbackAt(here)
    : Effect.andThen(forgetNewest, Effect.fail(parseError(new URL(here).searchParams)))

const oauthParameters = [...responseParameters, ...errorParameters]

/**
 * Returns `true` if a page other than `urls.oauthCallback` has a provider's response: the option `errorUrl` or `callbackUrl` of
 * the sign-in. Other pages may have parameters with the same names.
 */
const hasResponse = (here: string, isErrorPage: boolean): Effect.Effect<boolean, never, Services> =>
  Effect.map(pendingStates, (states) => {
    const url = parse(here)
    const error = errorOf(here)
    if (error !== undefined && (isErrorPage || error.code !== undefined && states.length > 0)) return true
    const isAnswered = ["code", "error"].some((name) => parameterOf(url, name) !== undefined)
    return isAnswered && states.includes(parameterOf(url, "state") ?? "")
  })

/** Returns `true` if a second call for the page gets the same result instead of another attempt. */
const isFinal = (exit: Exit.Exit<unknown, CallbackError>): boolean =>
  exit._tag === "Success" || exit.cause.reasons.every((reason) => reason._tag === "Fail" && !mayRetry(reason.error))

/** A page that a link or redirect opened. */
interface OpenedUrl {
  readonly call: MakeCall<Services>
  /** The page's URL, with its code. */
  readonly here: string
  readonly urls: Urls
}

/** Returns the path where the app continues. */
const getPath = ({ here, urls }: OpenedUrl, wanted: string | null | undefined, isNewUser: boolean): string => {
  const path = wanted ? toAppPath(wanted, here) : undefined
  if (path !== undefined && !leadsBack(urls, path, here)) return path
  return toAppPath(urls[isNewUser ? "afterSignUp" : "afterSignIn"], here) ?? "/"
}

/** Completes a sign-in, or keeps it for the second factor. Returns `null` if the URL has no sign-in. */
const completeSignIn = <E>(
  opened: OpenedUrl,
  kind: CallbackSignIn["kind"],
  signIn: Effect.Effect<
    SignedInOrUp & { readonly afterCallbackRedirectUrl?: string | null } | undefined,
    E,
    Services
  >
): Effect.Effect<Callback | null, FirstFactorError<E>, Services> => {
  const wanted = getReturnTo(opened.here)
  return Effect.flatMap(
    Mfa.orContinue(signIn, { returnTo: wanted }),
    (outcome): Effect.Effect<Callback | null, never, Services> => {
      if (outcome === undefined) return Effect.succeed(null)
      if (Mfa.isContinuation(outcome)) {
        const secondFactor = { ...toSecondFactor(opened.call, outcome), kind, returnTo: getPath(opened, wanted, false) }
        return Effect.as(Effect.andThen(forgetSteps, Mfa.keep(outcome)), secondFactor)
      }
      const returnTo = getPath(opened, outcome.afterCallbackRedirectUrl ?? wanted, outcome.isNewUser)
      return Effect.as(forgetSteps, { ...toSignedIn(outcome), kind, returnTo })
    }
  )
}

const confirmCli = (call: MakeCall<Services>, loginCode: Redacted.Redacted<string>) =>
  Effect.gen(function*() {
    const tokens = tokensOf(yield* (yield* Client).session.state)
    if (tokens === undefined) {
      return yield* new UserAuthenticationRequired({ message: "No user is signed in", details: {} })
    }
    const userId = getUserId(tokens)
    const confirm: CliConfirmation["confirm"] = (options) =>
      call(Cli.confirm({ loginCode, userId }), options?.signal, confirm)
    const displayCode = Cli.displayCode(loginCode)
    return { kind: "cli", displayCode, confirm } satisfies Callback
  })

/** Completes a handler page. Returns `null` for a page without a code. */
const completePage = (
  opened: OpenedUrl,
  matched: Match
): Effect.Effect<Callback | null, CallbackError, Services> => {
  const { call } = opened
  if (matched.page === "oauthCallback") return completeSignIn(opened, "oauth", OAuth.callback)
  if (matched.page === "cliAuthConfirm" && matched.loginCode !== undefined) return confirmCli(call, matched.loginCode)
  const code = "code" in matched ? matched.code : undefined
  if (code === undefined) return Effect.succeed(null)
  switch (matched.page) {
    case "magicLinkCallback":
      return completeSignIn(opened, "magic-link", MagicLink.signIn({ code }))
    case "emailVerification":
      return Effect.as(ContactChannels.verify({ code }), { kind: "email-verification" })
    case "passwordReset": {
      const reset: PasswordReset["reset"] = (password, options) =>
        call(resetPassword({ code, password }), options?.signal, reset)
      return Effect.as(Password.checkResetCode({ code }), { kind: "password-reset", reset })
    }
    default: {
      const accept: Invitation["accept"] = (options) => call(TeamInvitations.accept({ code }), options?.signal, accept)
      return Effect.map(TeamInvitations.getDetails({ code }), ({ teamDisplayName, teamId }) => ({
        kind: "invitation",
        teamId,
        teamDisplayName,
        accept
      }))
    }
  }
}

/** Returns the parameter with a page's code. `OAuth.callback` removes its own. */
const codeParametersOf = (matched: Match): ReadonlyArray<string> =>
  "loginCode" in matched
    ? matched.loginCode === undefined ? [] : ["login_code"]
    : "code" in matched && matched.page !== "oauthCallback" && matched.code !== undefined
    ? ["code"]
    : []

/** Completes a URL. The code is in memory only until it is clear that it is not needed again. */
const complete = Effect.fnUntraced(function*(
  call: MakeCall<Services>,
  reverify: ReverifyPart,
  here: string
): Effect.fn.Return<Callback | null, CallbackError, Services> {
  // The current user signs in again. Another user must not be signed in by it.
  if ((yield* findReturn) !== undefined) return yield* reverify(({ completeReverification }) => completeReverification)
  const { page, urls } = yield* Navigation
  const opened = { call, here, urls }
  const matched = match(here, urls)
  const isResponse = !("code" in matched || "loginCode" in matched) &&
    (yield* hasResponse(here, matched.page === "error"))
  const address = removeParameters(here, isResponse ? oauthParameters : codeParametersOf(matched))
  if (address !== here) yield* page.replaceUrl(address)
  return yield* Effect.tapError(
    isResponse ? completeSignIn(opened, "oauth", readResponse(here)) : completePage(opened, matched),
    (error) =>
      Effect.flatMap(page.url, (url) => mayRetry(error) && url === address ? page.replaceUrl(here) : Effect.void)
  )
})

/** @internal */
export const makeHandleCallback = (call: MakeCall<Services>, reverify: ReverifyPart) => {
  let last: Last | undefined

  const handleCallback = Effect.fnUntraced(
    function*(): Effect.fn.Return<Callback | null, CallbackError, Services> {
      const { page } = yield* Navigation
      const here = yield* page.url
      const now = yield* Clock.currentTimeMillis
      if (last?.address === here && now < last.until) return yield* Fiber.join(last.result)
      // A code can be used once, so an aborted caller does not interrupt its request.
      const result = yield* Effect.forkDetach(complete(call, reverify, here), { startImmediately: true })
      const address = yield* page.url
      if (address !== here) {
        const own: Last = last = { address, result, until: Infinity }
        const context = yield* Effect.context<never>()
        result.addObserver((exit) => {
          own.until = isFinal(exit)
            ? Context.get(context, Clock.Clock).currentTimeMillisUnsafe() + remountMillis
            : 0
        })
      }
      return yield* Fiber.join(result)
    }
  )
  return { callback: withNames<{ readonly handleCallback: HandleCallback }, Services>({ handleCallback }, {}) }
}
