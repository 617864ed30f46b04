/** A command line's sign-in, from the start to the refresh token. */
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Schedule from "effect/Schedule"
import type { ApiError } from "../../call/ApiError.ts"
import { millisOf } from "../../call/duration.ts"
import { RetryPolicy } from "../../call/RetryPolicy.ts"
import { trace } from "../../call/trace.ts"
import * as Urls from "../../navigation/Urls.ts"
import type { Secret } from "../../platform/toRedacted.ts"
import { parse } from "../../platform/urlParameters.ts"
import { Client } from "../../session/ClientService.ts"
import { check, type InvalidOptions } from "../../session/options.ts"
import type { RefreshableTokens } from "../../session/Tokens.ts"
import type { CliAttempt, CliStatus } from "../../wire/cli.ts"
import type * as KnownErrors from "../../wire/KnownErrors.ts"
import { CliAuthError, CliAuthExpiredError, CliAuthUsedError } from "../../wire/KnownErrors.ts"
import { poll, start } from "./requests.ts"

/** Options for a command line's sign-in. */
export interface LoginOptions<E = never, R = never> {
  /** The app's URL, where the user signs in: `https://app.example.com`. */
  readonly appUrl: string
  /** The paths of the app's pages, if they differ from the defaults. Same format as `Navigation.layer`. */
  readonly urls?: Pick<Urls.GivenUrls, "handler" | "cliAuthConfirm"> | undefined
  /** Shows the URL that the user has to open, for example by printing it. Polling starts when this effect succeeds. */
  readonly open: (url: Redacted.Redacted<string>) => Effect.Effect<unknown, E, R>
  /** The time for the user to confirm: two hours by default, and at most a day. */
  readonly expiresIn?: Duration.Input | undefined
  /** The pause after each poll: two seconds by default. */
  readonly waitTime?: Duration.Input | undefined
  /** The maximum number of polls; unlimited by default. The login ends after `expiresIn` in any case. */
  readonly maxAttempts?: number | undefined
  /**
   * The refresh token of the command line's anonymous session. The page can continue that session, and its user keeps the
   * data; see `claimAnonymousSession`.
   *
   * @generation 2026
   */
  readonly anonRefreshToken?: Secret | undefined
}

/**
 * Errors from `login` and `signIn`.
 *
 * - `CliAuthExpiredError`: the user did not confirm within `expiresIn`.
 * - `CliAuthUsedError`: the refresh token has already been handed out.
 * - `CliAuthError`: the service refused the start or returned an unknown status, or `maxAttempts` is exceeded.
 * - `InvalidOptions`: an option is invalid; no request was sent.
 */
export type LoginError =
  | CliAuthError
  | CliAuthExpiredError
  | CliAuthUsedError
  | KnownErrors.InvalidPollingCodeError
  | KnownErrors.RequestSchemaError
  | InvalidOptions
  | ApiError

/**
 * Signs in a command line: starts an attempt, passes the URL for the user to `open`, and polls until the user confirms.
 * Returns the refresh token of the user's session without storing it. `signIn` stores it.
 *
 * **Details**
 *
 * The first poll is sent immediately, and each further one `waitTime` after the previous response. A transient failure, such
 * as a lost connection, counts toward `maxAttempts` and does not end the login. If the response with the refresh token is
 * lost, the next poll fails with `CliAuthUsedError`.
 *
 * The deadline is `expiresIn` after the start. At the deadline, the login fails with `CliAuthExpiredError`, even if `open`
 * is still running. A poll that is already in flight may still succeed, within the client's `requestTimeout`. A poll is one
 * request, independent of the `RetryPolicy`.
 *
 * **Gotchas**
 *
 * The command line and the browser share one session: a sign-out in one of them signs the other out.
 */
export const login: <E = never, R = never>(
  options: LoginOptions<E, R>
) => Effect.Effect<Redacted.Redacted<string>, LoginError | E, Client | R> = (options) =>
  trace("Cli.login", obtainRefreshToken(options))

/**
 * Signs in a command line like `login`, and stores the refresh token in the client's session. The first call afterwards
 * requests an access token. If the refresh token is invalid, that call ends the session: the service does not check it
 * earlier.
 */
export const signIn: <E = never, R = never>(
  options: LoginOptions<E, R>
) => Effect.Effect<RefreshableTokens, LoginError | E, Client | R> = (options) =>
  trace(
    "Cli.signIn",
    Effect.flatMap(Client, ({ session }) =>
      Effect.flatMap(obtainRefreshToken(options), (refreshToken) => {
        const tokens = { refreshToken, accessToken: undefined }
        return Effect.as(session.signIn(tokens), tokens)
      }))
  )

const maxWaitMillis = 2_147_483_647

/**
 * Signs in and returns the refresh token. `addTo` adds parameters to the page's URL.
 *
 * @internal
 */
export const obtainRefreshToken = Effect.fnUntraced(function*<E, R>(
  { anonRefreshToken, appUrl, expiresIn, maxAttempts = Infinity, open, urls, waitTime = 2000 }: LoginOptions<E, R>,
  addTo?: (page: URL) => void
): Effect.fn.Return<Redacted.Redacted<string>, LoginError | E, Client | R> {
  const wait = millisOf(waitTime)
  const life = millisOf(expiresIn ?? "2 hours")
  const page = confirmPageUrl(appUrl, urls)
  yield* check("appUrl", page !== undefined, "must be an absolute http or https URL of your app")
  yield* check(
    "waitTime",
    wait >= 0 && wait <= maxWaitMillis,
    `must be a non-negative number of at most ${maxWaitMillis} ms`
  )
  yield* check("maxAttempts", maxAttempts >= 0, "must be a non-negative number of polls")
  yield* check("expiresIn", Number.isFinite(life), "must be a finite duration")
  addTo?.(page!)
  const attempt = yield* initiate({ expiresIn, anonRefreshToken })
  const end = (yield* Clock.currentTimeMillis) + life
  yield* Effect.timeoutOrElse(open(Redacted.make(addLoginCode(page!, attempt.loginCode))), {
    duration: life,
    orElse: () => Effect.fail(expiredError())
  })
  for (let count = 0; count < maxAttempts; count++) {
    if ((yield* Clock.currentTimeMillis) >= end) return yield* expiredError()
    const answer = yield* pollOnce(attempt, end)
    switch (answer.status) {
      case "success":
        return answer.refreshToken
      case "expired":
        return yield* expiredError()
      case "used":
        return yield* makeError(CliAuthUsedError, "This sign-in has already been completed. Start again.")
    }
    const left = end - (yield* Clock.currentTimeMillis)
    if (left > 0) yield* Effect.sleep(Math.min(wait, left))
  }
  if ((yield* Clock.currentTimeMillis) >= end) return yield* expiredError()
  return yield* makeError(CliAuthError, "Sign-in wasn't confirmed in time. Try again.")
})

const expiredError = () => makeError(CliAuthExpiredError, "This sign-in has expired. Try again.")

/** Starts an attempt. Maps a refusal that is not a known error to `CliAuthError`. */
const initiate = (
  options: Parameters<typeof start>[0]
): Effect.Effect<CliAttempt, CliAuthError | KnownErrors.RequestSchemaError | ApiError, Client> =>
  Effect.catchTag(start(options), "ApiError", (error): Effect.Effect<never, CliAuthError | ApiError> => {
    const { reason } = error
    if (reason._tag !== "RequestRefused" && reason._tag !== "ServiceUnavailable") return Effect.fail(error)
    const text = reason.message.replace(/^The service responded with \d+: /, "")
    return Effect.fail(makeError(CliAuthError, `Couldn't start the sign-in: ${reason.status} ${text}`))
  })

/**
 * Polls once. Returns `waiting` for a transient failure, after the pause that the service requests. Fails with `RateLimited`
 * if that pause ends after the deadline.
 */
const pollOnce = (
  attempt: CliAttempt,
  end: number
): Effect.Effect<
  CliStatus,
  CliAuthError | KnownErrors.InvalidPollingCodeError | KnownErrors.RequestSchemaError | ApiError,
  Client
> =>
  // A retry of the call could be sent after the deadline or exceed `maxAttempts`.
  Effect.provideService(poll(attempt), RetryPolicy, Schedule.recurs(0)).pipe(Effect.catchTag(
    "ApiError",
    (error) =>
      Effect.flatMap(Clock.currentTimeMillis, (now): Effect.Effect<CliStatus, CliAuthError | ApiError> => {
        const { reason } = error
        if (reason._tag === "InvalidResponse" && reason.path[0] === "status") {
          return Effect.fail(makeError(CliAuthError, "The service returned an unknown sign-in status"))
        }
        const pause = reason._tag === "RateLimited" && reason.retryAfter ? Duration.toMillis(reason.retryAfter) : 0
        const isOver = now >= end
        return error.isTransient && (isOver || now + pause < end)
          ? Effect.as(Effect.sleep(isOver ? 0 : pause), { status: "waiting" })
          : Effect.fail(error)
      })
  ))

/** Creates an error that only this flow has. */
const makeError = <E>(
  error: new(props: { readonly message: string; readonly details: {} }) => E,
  message: string
): E => new error({ message, details: {} })

/** Returns the confirmation page's URL, or `undefined` if `appUrl` is invalid. */
const confirmPageUrl = (appUrl: string, given: LoginOptions["urls"]): URL | undefined => {
  const base = parse(appUrl)
  const { cliAuthConfirm } = Urls.make(given)
  const address = URL.canParse(cliAuthConfirm)
    ? cliAuthConfirm
    : `${base?.origin}${base?.pathname.replace(/\/+$/, "")}/${cliAuthConfirm.replace(/^\/+/, "")}`
  const page = base && parse(address)
  return page !== undefined && /^https?:$/.test(page.protocol) ? page : undefined
}

const addLoginCode = (page: URL, loginCode: Redacted.Redacted<string>): string => {
  const url = new URL(page)
  url.search += `${url.search === "" ? "?" : "&"}login_code=${encodeURIComponent(Redacted.value(loginCode))}`
  return url.toString()
}
