/**
 * What is done where somebody is needed and nobody is signed in: an anonymous user is signed up, or the app's sign-in page is
 * opened. It is done once for all components that ask for it.
 *
 * @since 0.1.0
 */
import type * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import { countsAsSignedIn, signInPageFor } from "../src/account/countsAsSignedIn.ts"
import type { User } from "../src/account/CurrentUser.ts"
import * as Resources from "../src/account/Resources.ts"
import { userNotSignedIn } from "../src/account/UserNotSignedIn.ts"
import * as Anonymous from "../src/auth/Anonymous.ts"
import type { Cache } from "../src/cache/Cache.ts"
import type { CacheState } from "../src/cache/Resource.ts"
import { waitFor } from "../src/cache/waitFor.ts"
import { Navigation } from "../src/navigation/Navigation.ts"
import { Client } from "../src/session/Client.ts"
import { keepSession } from "../src/session/keepSession.ts"
import type { Auth, ProvidedServices } from "./Auth.ts"

/** A search for somebody. */
export interface UserSearch {
  /** Resolves when there is something new to look at: somebody, or a failure. Never rejects. */
  readonly done: Promise<void>
  failure: Cause.Cause<unknown> | undefined
  /** Whether the page that asked for somebody has been left. Whoever asks again is on another one, or has come back. */
  hasNavigated: boolean
}

/** How long a failure is told to all who ask, since whoever renders twice does not want to try twice. */
const failureMillis = 300

type EnsureMode = "anonymous" | "redirect" | "throw"

const searches = new WeakMap<Cache["Service"], Map<string, UserSearch>>()

/**
 * Looks for somebody, unless that is being done already. Nothing is done before it is certain that nobody is there: a page may
 * have been made for another visitor, and somebody may have signed in a moment ago.
 */
export const ensureUser = (auth: Auth, how: EnsureMode, includeRestricted = false): UserSearch => {
  const { cache, isServer, runtime } = auth
  const key = `${how} ${includeRestricted}`
  const ofCache = searches.get(cache) ?? new Map<string, UserSearch>()
  searches.set(cache, ofCache)
  const existing = ofCache.get(key)
  if (existing !== undefined) {
    if (existing.hasNavigated && existing.failure === undefined) {
      existing.hasNavigated = false
      runtime.runFork(Effect.andThen(Effect.yieldNow, redirectToSignIn(auth, existing)))
    }
    return existing
  }
  const isSatisfied = (state: CacheState<User | null, unknown>): boolean =>
    state._tag === "Ready"
      ? state.value !== null && countsAsSignedIn(state.value, { or: how, includeRestricted })
      : state._tag === "Failed"
  const made: UserSearch = { failure: undefined, hasNavigated: false, done: Promise.resolve() }
  const act: Effect.Effect<void, unknown, ProvidedServices> = how === "anonymous"
    ? isServer
      ? Effect.die(new Error(anonymousOnServer))
      : Effect.andThen(Anonymous.signUp, waitForUser(auth, isSatisfied))
    : how === "redirect"
    ? Effect.andThen(redirectToSignIn(auth, made), isServer ? userNotSignedIn() : waitForUser(auth, isSatisfied))
    : Effect.void
  const found = keepSession(
    Effect.flatMap(confirmNoUser(auth, isSatisfied), (isNobody) => isNobody ? act : Effect.void)
  )
  const forget = Effect.sync(() => ofCache.delete(key))
  // What it does may have other components render, which React forbids while one renders.
  const done = runtime.runPromiseExit(Effect.andThen(Effect.yieldNow, found)).then((exit) => {
    if (Exit.isFailure(exit)) made.failure = exit.cause
    runtime.runFork(made.failure === undefined ? forget : Effect.delay(forget, failureMillis))
  })
  ofCache.set(key, Object.assign(made, { done }))
  return made
}

const anonymousOnServer = "Anonymous users are signed up in browsers, and not while a server renders"

/**
 * Redirects to the sign-in page, or a restricted user to the page `onboarding`. A page that is still there afterwards is on its
 * way, however slow, or does not redirect at all.
 */
const redirectToSignIn = ({ cache }: Auth, search: UserSearch): Effect.Effect<void, never, Navigation> =>
  Effect.flatMap(Navigation, ({ page, redirectTo }) =>
    Effect.gen(function*() {
      const before = yield* page.url
      const state = cache.observe(Resources.user).getSnapshot()
      yield* redirectTo(signInPageFor(state._tag === "Ready" ? state.value : null), { replace: true })
      search.hasNavigated = (yield* page.url) !== before
    }))

/** Returns `true` if the user of a state counts as signed in, or cannot be read. */
type IsSatisfied = (state: CacheState<User | null, unknown>) => boolean

/** Returns `true` if it is certain that no user is signed in. */
const confirmNoUser = ({ cache }: Auth, isSatisfied: IsSatisfied): Effect.Effect<boolean, never, Client> =>
  waitFor(cache.isSessionKnown, (isCertain) => isCertain ? Effect.void : undefined).pipe(
    // The store is read again, and the cache learns the result.
    Effect.andThen(Effect.flatMap(Client, ({ session }) => session.state)),
    Effect.andThen(
      waitFor(
        cache.observe(Resources.user),
        (state) => state._tag === "Pending" ? undefined : Effect.succeed(!isSatisfied(state))
      )
    )
  )

/** Waits until a user is signed in, or cannot be read. */
const waitForUser = ({ cache }: Auth, isSatisfied: IsSatisfied): Effect.Effect<void> =>
  waitFor(cache.observe(Resources.user), (state) => isSatisfied(state) ? Effect.void : undefined)
