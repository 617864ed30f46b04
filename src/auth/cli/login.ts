/**
 * A command line's sign-in, from its start to the refresh token.
 *
 * @since 0.1.0
 */
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
import { parse } from "../../platform/address.ts"
import type { Secret } from "../../platform/toRedacted.ts"
import { Client } from "../../session/Client.ts"
import { check, type InvalidOptions } from "../../session/options.ts"
import type { RefreshableTokens } from "../../session/Tokens.ts"
import type { CliAttempt, CliStatus } from "../../wire/cli.ts"
import type * as KnownErrors from "../../wire/KnownErrors.ts"
import { CliAuthError, CliAuthExpiredError, CliAuthUsedError } from "../../wire/KnownErrors.ts"
import { poll, start } from "./requests.ts"

/**
 * How a command line signs in.
 *
 * @category options
 * @since 0.1.0
 */
export interface LoginOptions<E = never, R = never> {
  /** The address of the app, where the user is signed in or can be: `https://app.example.com`. */
  readonly appUrl: string
  /** Where the app's pages stand below it, if not in the usual place; as `Navigation.layer` takes them. */
  readonly urls?: Pick<Urls.GivenUrls, "handler" | "cliAuthConfirm"> | undefined
  /** Shows the address that the user has to open, such as by printing it. Polls start when it ends. */
  readonly open: (url: Redacted.Redacted<string>) => Effect.Effect<unknown, E, R>
  /** How long the user has to confirm: two hours by default, a day at most. */
  readonly expiresIn?: Duration.Input | undefined
  /** How long to wait after each poll: two seconds by default. */
  readonly waitTime?: Duration.Input | undefined
  /** The largest number of polls; unlimited by default. The login ends with `expiresIn` in any case. */
  readonly maxAttempts?: number | undefined
  /**
   * The refresh token of the command line's anonymous session. The page may continue that session, so that its user keeps the
   * data; see `claimAnonymousSession`. Services since 2026.
   */
  readonly anonRefreshToken?: Secret | undefined
}

/**
 * What a command line's sign-in may fail with.
 *
 * - `CliAuthExpiredError`: the user has not confirmed within `expiresIn`.
 * - `CliAuthUsedError`: the refresh token was handed out before.
 * - `CliAuthError`: the start was refused, the polls are spent, or the service tells of a status that there is not.
 * - `InvalidOptions`: an option is wrong; nothing was sent.
 *
 * @category errors
 * @since 0.1.0
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
 * Signs a command line in: starts an attempt, gives `open` the address that the user has to visit, and polls until the user
 * has confirmed. Returns the refresh token of the session that did, and stores nothing; `signIn` does.
 *
 * **Details**
 *
 * The first poll is sent immediately, and the next one `waitTime` after each answer. A failure that may pass, such as a
 * connection that drops, counts as a poll and does not end the login. An answer that gets lost on its way is lost for good:
 * if it contained the refresh token, the next poll fails with `CliAuthUsedError`.
 *
 * The deadline is `expiresIn` after the start. No poll is sent from then on, and the login fails with `CliAuthExpiredError`
 * at the deadline, even if `open` is still running. Only a poll that was sent before the deadline is still waited for, for as
 * long as the client's `requestTimeout`: its refresh token counts. A poll is one request, whatever the `RetryPolicy`.
 *
 * **Gotchas**
 *
 * The command line and the browser share one session from then on: signing out of one signs the other out.
 *
 * @category command line
 * @since 0.1.0
 */
export const login: <E = never, R = never>(
  options: LoginOptions<E, R>
) => Effect.Effect<Redacted.Redacted<string>, LoginError | E, Client | R> = (options) =>
  trace("Cli.login", obtainRefreshToken(options))

/**
 * The same, and signs the client in with the refresh token. The first call afterwards gets an access token with it; a refresh
 * token that is worth nothing, which the service does not look at before, ends the session then.
 *
 * @category command line
 * @since 0.1.0
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

/** How long an attempt lives when the program does not say. */
const defaultLifetime = Duration.hours(2)

const obtainRefreshToken = Effect.fnUntraced(function*<E, R>(
  { anonRefreshToken, appUrl, expiresIn, maxAttempts = Infinity, open, urls, waitTime = 2000 }: LoginOptions<E, R>
): Effect.fn.Return<Redacted.Redacted<string>, LoginError | E, Client | R> {
  const wait = millisOf(waitTime)
  const life = millisOf(expiresIn ?? defaultLifetime)
  const page = confirmPageUrl(appUrl, urls)
  yield* check("appUrl", page !== undefined, "must lead to the app's pages: an absolute http or https URL")
  yield* check(
    "waitTime",
    wait >= 0 && wait <= maxWaitMillis,
    `must be a non-negative number of at most ${maxWaitMillis} ms`
  )
  yield* check("maxAttempts", maxAttempts >= 0, "must be a number of polls")
  yield* check("expiresIn", Number.isFinite(life), "must be a duration that ends")
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
        return yield* makeError(CliAuthUsedError, "This authentication token has already been used.")
    }
    const left = end - (yield* Clock.currentTimeMillis)
    if (left > 0) yield* Effect.sleep(Math.min(wait, left))
  }
  if ((yield* Clock.currentTimeMillis) >= end) return yield* expiredError()
  return yield* makeError(CliAuthError, "Timed out waiting for CLI authentication.")
})

const expiredError = () => makeError(CliAuthExpiredError, "CLI authentication request expired. Please try again.")

/** Starts an attempt. A refusal that is no known error is told in the words of this flow. */
const initiate = (
  options: Parameters<typeof start>[0]
): Effect.Effect<CliAttempt, CliAuthError | KnownErrors.RequestSchemaError | ApiError, Client> =>
  Effect.catchTag(start(options), "ApiError", (error): Effect.Effect<never, CliAuthError | ApiError> => {
    const { reason } = error
    if (reason._tag !== "RequestRefused" && reason._tag !== "ServiceUnavailable") return Effect.fail(error)
    const text = reason.message.replace(/^The service responded with \d+: /, "")
    return Effect.fail(makeError(CliAuthError, `Failed to initiate CLI auth: ${reason.status} ${text}`))
  })

/**
 * Polls once. Counts a failure as `waiting` if a later poll may succeed, after the pause that the service asks for. Fails with
 * `RateLimited` if that pause ends after the attempt.
 */
const pollOnce = (
  attempt: CliAttempt,
  end: number
): Effect.Effect<
  CliStatus,
  CliAuthError | KnownErrors.InvalidPollingCodeError | KnownErrors.RequestSchemaError | ApiError,
  Client
> =>
  // A retry within the call could be sent after the deadline, and past the number of polls.
  Effect.provideService(poll(attempt), RetryPolicy, Schedule.recurs(0)).pipe(Effect.catchTag(
    "ApiError",
    (error) =>
      Effect.flatMap(Clock.currentTimeMillis, (now): Effect.Effect<CliStatus, CliAuthError | ApiError> => {
        const { reason } = error
        if (reason._tag === "InvalidResponse" && reason.path[0] === "status") {
          return Effect.fail(makeError(CliAuthError, "Unexpected status from CLI auth polling"))
        }
        const pause = reason._tag === "RateLimited" && reason.retryAfter ? Duration.toMillis(reason.retryAfter) : 0
        const isOver = now >= end
        return error.isTransient && (isOver || now + pause < end)
          ? Effect.as(Effect.sleep(isOver ? 0 : pause), { status: "waiting" })
          : Effect.fail(error)
      })
  ))

/** Makes one of the errors that this flow has and the service does not. */
const makeError = <E>(
  error: new(props: { readonly message: string; readonly details: {} }) => E,
  message: string
): E => new error({ message, details: {} })

/** The page that confirms, where the app's address is one. */
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
