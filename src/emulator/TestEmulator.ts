/**
 * The emulator with promises, for test runners: Playwright, Cypress, Vitest's browser mode and others.
 *
 * **Example** (A test without Effect)
 *
 * ```ts
 * import { startEmulator } from "latchkey/emulator/testing"
 *
 * const emulator = await startEmulator()
 * const { primaryEmail } = await emulator.createUser()
 * const { link } = await emulator.waitForMail({ to: primaryEmail!, type: "magic_link" })
 * await emulator.close()
 * ```
 */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Scope from "effect/Scope"
import { makeEnvironment } from "../call/environment.ts"
import { type Secret, toRedacted } from "../platform/toRedacted.ts"
import type { ServerUser } from "../wire/users.ts"
import type { CreatedSession, SessionFilter } from "./control/Controls.ts"
import type { Fault } from "./control/Fault.ts"
import { type InboxFilter, NoMail } from "./emails/inbox.ts"
import type { Mail, MailType } from "./emails/mails.ts"
import { Emulator, layerWithoutTransport, type Options } from "./Emulator.ts"
import { clientOptions, serverOptions, type UserOptions } from "./state/projectOptions.ts"

/** Options for a new user. The defaults differ from those of `Emulator.createUser`: the email is unique, and verified. */
export type TestUserOptions = Omit<UserOptions, "password"> & {
  readonly password?: Secret | undefined
}

/** A user, with the password that it was created with. */
export interface TestUser extends ServerUser {
  readonly password: string | undefined
}

/** A session, with its tokens as plain strings. */
export interface TestSession extends Omit<CreatedSession, "accessToken" | "refreshToken"> {
  readonly accessToken: string
  readonly refreshToken: string
}

/** An email, with its codes as plain strings. */
export interface TestMail<T extends MailType = MailType> extends Omit<Mail<T>, "code" | "otp"> {
  readonly code: Revealed<Mail<T>["code"]>
  readonly otp: Revealed<Mail<T>["otp"]>
}

/** A value without `Redacted`. */
export type Revealed<A> = A extends Redacted.Redacted<infer Value> ? Value : A

/** The time to wait. */
type WaitOptions = {
  /** The maximum time to wait, 5 seconds by default. */
  readonly timeout?: Duration.Input | undefined
}

/** An emulator with promises. It has the operations of the service `Emulator`. */
export interface TestEmulator {
  /** The default project's id. */
  readonly projectId: string
  /** Creates a user. Without options, it has a unique verified email, and no password. */
  readonly createUser: (options?: TestUserOptions) => Promise<TestUser>
  /** Creates a user's session, without a sign-in. `apiUrl` is the API root URL that the app is configured with. */
  readonly createSession: (user: { readonly id: string }, apiUrl?: string) => Promise<TestSession>
  /**
   * Revokes one user's or all users' sessions, and returns their number. Access tokens stay valid until they expire,
   * as in the service: `expireAccessTokens` expires them.
   */
  readonly signOutEverywhere: (user?: { readonly id: string }) => Promise<number>
  /** The emails that match the filter, newest last. */
  readonly inbox: {
    <T extends MailType>(filter: InboxFilter & { readonly type: T }): Promise<ReadonlyArray<TestMail<T>>>
    (filter?: InboxFilter): Promise<ReadonlyArray<TestMail>>
  }
  /**
   * Waits for an email that matches, and returns it. It returns each email once, oldest first, so a second call waits for
   * the next email. Rejects with `NoMail` after `timeout`; its message lists the inbox.
   */
  readonly waitForMail: {
    <T extends MailType>(filter: InboxFilter & WaitOptions & { readonly type: T }): Promise<TestMail<T>>
    (filter?: InboxFilter & WaitOptions): Promise<TestMail>
  }
  /** Moves the service's clock ahead, and only that clock. Calls add up; `reset` moves it back. */
  readonly advanceClock: (duration: Duration.Input) => Promise<void>
  /** Expires all access tokens issued so far. Refresh tokens stay valid. */
  readonly expireAccessTokens: () => Promise<void>
  /** Sets the fault for all later requests; it replaces the previous fault. */
  readonly setFault: (fault: Fault) => Promise<void>
  /** Removes the fault. */
  readonly clearFaults: () => Promise<void>
  /** Returns to the starting state: its users and settings, an empty inbox, the current time, and no fault. */
  readonly reset: () => Promise<void>
  /** The environment variables for an app that uses the emulator at a URL, for Node.js, Next.js and Vite. */
  readonly envAt: (apiUrl: string) => Readonly<Record<string, string>>
  /**
   * Runs an effect with the service `Emulator`, and rejects with its error. A scope that the effect uses closes with the
   * emulator.
   */
  readonly run: <A, E>(
    effect: Effect.Effect<A, E, Emulator | Scope.Scope>,
    options?: { readonly signal?: AbortSignal | undefined }
  ) => Promise<A>
  /** Stops the emulator, its servers and its webhooks. */
  readonly close: () => Promise<void>
}

/**
 * Starts an emulator in the current process. It listens on no port: serve it with `run(serve({ port }))`, with `serve` from
 * `latchkey/emulator/node`.
 *
 * **Example** (Serving the emulator on a port)
 *
 * ```ts
 * import { serve } from "latchkey/emulator/node"
 * import { startEmulator } from "latchkey/emulator/testing"
 *
 * const emulator = await startEmulator()
 * const { url } = await emulator.run(serve({ port: 8102 }))
 * ```
 */
export const startEmulator = async (options: Options = {}): Promise<TestEmulator> => {
  const scope = Scope.makeUnsafe()
  const context = await Effect.runPromise(Layer.buildWithScope(layerWithoutTransport(options), scope))
  const run: TestEmulator["run"] = Effect.runPromiseWith(Context.add(context, Scope.Scope, scope))
  const emulator = Context.get(context, Emulator)
  const projectId = await run(findProjectId(emulator))
  const { publishableClientKey = clientOptions.publishableClientKey, secretServerKey = serverOptions.secretServerKey } =
    options.project ?? {}
  /** The email ids that `waitForMail` has returned. */
  let returned = new Set<string>()
  let users = 0
  return {
    projectId,
    createUser: async ({ password, ...user } = {}) => {
      const secret = password === undefined ? undefined : toRedacted(password)
      const created = await run(emulator.createUser({
        primaryEmail: user.isAnonymous === true ? undefined : `user-${++users}@example.com`,
        primaryEmailVerified: true,
        ...user,
        password: secret
      }))
      return { ...created, password: secret && Redacted.value(secret) }
    },
    createSession: async ({ id }, apiUrl) => revealSession(await run(emulator.createSession({ userId: id, apiUrl }))),
    signOutEverywhere: (user) => {
      const filter: SessionFilter = { userId: user?.id }
      return run(emulator.revokeSessions(filter))
    },
    // Sound, both: filtered by a type, the emails have that type.
    inbox: async (filter?: InboxFilter): Promise<ReadonlyArray<any>> =>
      (await run(emulator.inbox(filter))).map(revealMail),
    waitForMail: async (filter: InboxFilter & WaitOptions = {}): Promise<any> =>
      revealMail(await run(waitForMail(emulator, returned, filter))),
    advanceClock: (duration) => run(emulator.advanceClock(duration)),
    expireAccessTokens: () => run(emulator.expireAccessTokens),
    setFault: (fault) => run(emulator.setFault(fault)),
    clearFaults: () => run(emulator.setFault(undefined)),
    reset: () => {
      returned = new Set()
      users = 0
      return run(emulator.reset)
    },
    envAt: (apiUrl) =>
      makeEnvironment({
        projectId,
        publishableClientKey,
        apiUrl,
        secretServerKey: Redacted.value(secretServerKey)
      }),
    run,
    close: () => Effect.runPromise(Scope.close(scope, Exit.void))
  }
}

/** Returns the default project's id, which an imported state may define. */
const findProjectId = (emulator: Emulator["Service"]): Effect.Effect<string> =>
  Effect.map(
    emulator.handle({
      method: "GET",
      url: "http://localhost/latchkey",
      headers: { host: "localhost" },
      body: undefined
    }),
    // Sound: the control API answers this document.
    ({ body }) => (JSON.parse(body ?? "") as { readonly project_id: string }).project_id
  )

/**
 * Waits for the oldest email that matches and is not in `returned`, adds its id there, and returns it. Fails with `NoMail`
 * after `timeout`.
 */
const waitForMail = Effect.fnUntraced(function*(
  emulator: Emulator["Service"],
  returned: Set<string>,
  { timeout = "5 seconds", ...filter }: InboxFilter & WaitOptions
): Effect.fn.Return<Mail, NoMail> {
  const limit = Duration.toMillis(Duration.fromInputUnsafe(timeout))
  const start = yield* Clock.currentTimeMillis
  while (true) {
    const mails = yield* emulator.inbox(filter)
    const mail = mails.find(({ id }) => !returned.has(id))
    if (mail !== undefined) {
      returned.add(mail.id)
      return mail
    }
    if ((yield* Clock.currentTimeMillis) - start >= limit) {
      if (mails.length === 0) yield* emulator.latestMail(filter)
      const message = `No further email within ${limit} ms: ` +
        `waitForMail has already returned ${mails.map(({ to, type }) => `${type} to ${to.join(", ")}`).join("; ")}. ` +
        "It returns each email once; inbox returns all of them."
      return yield* new NoMail({ message })
    }
    yield* Effect.sleep("20 millis")
  }
})

/** Returns an email with its codes as plain strings. */
const revealMail = ({ code, otp, ...mail }: Mail) => ({
  ...mail,
  code: code && Redacted.value(code),
  otp: otp && Redacted.value(otp)
})

/** Returns a session with its tokens as plain strings. */
const revealSession = ({ accessToken, refreshToken, ...session }: CreatedSession) => ({
  ...session,
  accessToken: Redacted.value(accessToken),
  refreshToken: Redacted.value(refreshToken)
})
