/** Signs up an anonymous user or opens the sign-in page when a component needs a user. All components share one attempt. */
import type * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import { countsAsSignedIn, signInPageFor } from "../src/account/countsAsSignedIn.ts"
import type { User } from "../src/account/CurrentUser.ts"
import * as Resources from "../src/account/Resources.ts"
import { runningSignOuts } from "../src/account/runningSignOuts.ts"
import { userNotSignedIn } from "../src/account/UserNotSignedIn.ts"
import * as Anonymous from "../src/auth/Anonymous.ts"
import type { Cache } from "../src/cache/Cache.ts"
import type { CacheState } from "../src/cache/Resource.ts"
import { waitFor } from "../src/cache/waitFor.ts"
import { Navigation } from "../src/navigation/Navigation.ts"
import { Client } from "../src/session/Client.ts"
import { keepSession } from "../src/session/keepSession.ts"
import type { Auth, ProvidedServices } from "./Auth.ts"
import { renderInBrowser } from "./serverAuth.ts"

/** An attempt to get a user. */
export interface UserSearch {
  /** Resolves when a user is signed in or the attempt has failed. Never rejects. */
  readonly done: Promise<void>
  failure: Cause.Cause<unknown> | undefined
  /** `true` after a redirect has left the page. The next call comes from another page, or after the user has returned. */
  hasNavigated: boolean
}

/** The time for which a failure is kept, in milliseconds. A component that renders twice must not try twice. */
const failureMillis = 300

type EnsureMode = "anonymous" | "redirect" | "throw"

const searches = new WeakMap<Cache["Service"], Map<string, UserSearch>>()

/**
 * Ensures that a user is signed in, once for all components. First waits for the session: a page may be prerendered for
 * another visitor, and the user may have signed in a moment ago.
 */
export const ensureUser = (auth: Auth, mode: EnsureMode, includeRestricted = false): UserSearch => {
  const { cache, hasServices, isServer, runtime } = auth
  if (!hasServices) throw renderInBrowser("a component that requires a signed-in user")
  const key = `${mode} ${includeRestricted}`
  const searchesOfCache = searches.get(cache) ?? new Map<string, UserSearch>()
  searches.set(cache, searchesOfCache)
  const existing = searchesOfCache.get(key)
  if (existing !== undefined) {
    if (existing.hasNavigated && existing.failure === undefined) {
      existing.hasNavigated = false
      runtime.runFork(Effect.andThen(Effect.yieldNow, redirectToSignIn(auth, existing)))
    }
    return existing
  }
  const isSatisfied = (state: CacheState<User | null, unknown>): boolean =>
    state._tag === "Ready"
      ? state.value !== null && countsAsSignedIn(state.value, { or: mode, includeRestricted })
      : state._tag === "Failed"
  const search: UserSearch = { failure: undefined, hasNavigated: false, done: Promise.resolve() }
  const act: Effect.Effect<void, unknown, ProvidedServices> = mode === "anonymous"
    ? isServer
      ? Effect.die(new Error(anonymousOnServer))
      : Effect.andThen(Anonymous.signUp, waitForUser(auth, isSatisfied))
    : mode === "redirect"
    ? Effect.flatMap(Client, ({ session }) => {
      const wait = isServer ? userNotSignedIn() : waitForUser(auth, isSatisfied)
      const redirect = Effect.andThen(redirectToSignIn(auth, search), wait)
      return runningSignOuts.get(session)?.(redirect, wait) ?? redirect
    })
    : Effect.void
  const attempt = keepSession(
    Effect.flatMap(confirmNoUser(auth, isSatisfied), (hasNoUser) => hasNoUser ? act : Effect.void)
  )
  const forget = Effect.sync(() => searchesOfCache.delete(key))
  // An attempt may update other components, which React forbids during a render.
  const done = runtime.runPromiseExit(Effect.andThen(Effect.yieldNow, attempt)).then((exit) => {
    if (Exit.isFailure(exit)) search.failure = exit.cause
    runtime.runFork(search.failure === undefined ? forget : Effect.delay(forget, failureMillis))
  })
  searchesOfCache.set(key, Object.assign(search, { done }))
  return search
}

const anonymousOnServer = "Anonymous users are signed up in browsers only, not while a server renders"

/**
 * Redirects to the sign-in page, or a restricted user to the page `onboarding`. If the URL does not change, the browser is
 * still navigating. With the redirect method `none`, the defect is `InvalidOptions`: the component would wait forever.
 */
const redirectToSignIn = ({ cache, isServer }: Auth, search: UserSearch): Effect.Effect<void, never, Navigation> =>
  Effect.flatMap(Navigation, ({ page, redirectTo, requireRedirects }) =>
    Effect.gen(function*() {
      if (!isServer) yield* Effect.orDie(requireRedirects)
      const before = yield* page.url
      const state = cache.observe(Resources.user).getSnapshot()
      yield* redirectTo(signInPageFor(state._tag === "Ready" ? state.value : null), { replace: true })
      search.hasNavigated = (yield* page.url) !== before
    }))

/** Returns `true` if the user is treated as signed in, or if the user could not be fetched. */
type IsSatisfied = (state: CacheState<User | null, unknown>) => boolean

/** Returns `true` if the session is known and no user is treated as signed in. */
const confirmNoUser = ({ cache }: Auth, isSatisfied: IsSatisfied): Effect.Effect<boolean, never, Client> =>
  waitFor(cache.isSessionKnown, (isKnown) => isKnown ? Effect.void : undefined).pipe(
    // This reads the token store again, which updates the cache.
    Effect.andThen(Effect.flatMap(Client, ({ session }) => session.state)),
    Effect.andThen(
      waitFor(
        cache.observe(Resources.user),
        (state) => state._tag === "Pending" ? undefined : Effect.succeed(!isSatisfied(state))
      )
    )
  )

/** Waits until a user is treated as signed in, or could not be fetched. */
const waitForUser = ({ cache }: Auth, isSatisfied: IsSatisfied): Effect.Effect<void> =>
  waitFor(cache.observe(Resources.user), (state) => isSatisfied(state) ? Effect.void : undefined)
