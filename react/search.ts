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
import type { State } from "../src/cache/Resource.ts"
import { until } from "../src/cache/until.ts"
import { Navigation } from "../src/navigation/Navigation.ts"
import { Client } from "../src/session/Client.ts"
import { keepSession } from "../src/session/keepSession.ts"
import type { Auth, Provided } from "./Auth.ts"

/** A search for somebody. */
export interface Search {
  /** Resolves when there is something new to look at: somebody, or a failure. Never rejects. */
  readonly over: Promise<void>
  failure: Cause.Cause<unknown> | undefined
  /** Whether the page that asked for somebody has been left. Whoever asks again is on another one, or has come back. */
  hasLeft: boolean
}

/** How long a failure is told to all who ask, since whoever renders twice does not want to try twice. */
const failureMillis = 300

type How = "anonymous" | "redirect" | "throw"

const searches = new WeakMap<Cache["Service"], Map<string, Search>>()

/**
 * Looks for somebody, unless that is being done already. Nothing is done before it is certain that nobody is there: a page may
 * have been made for another visitor, and somebody may have signed in a moment ago.
 */
export const search = (auth: Auth, how: How, includeRestricted = false): Search => {
  const { cache, isServer, runtime } = auth
  const key = `${how} ${includeRestricted}`
  const ofCache = searches.get(cache) ?? new Map<string, Search>()
  searches.set(cache, ofCache)
  const existing = ofCache.get(key)
  if (existing !== undefined) {
    if (existing.hasLeft && existing.failure === undefined) {
      existing.hasLeft = false
      runtime.runFork(Effect.andThen(Effect.yieldNow, redirect(auth, existing)))
    }
    return existing
  }
  const isOver = (state: State<User | null, unknown>): boolean =>
    state._tag === "Ready"
      ? state.value !== null && countsAsSignedIn(state.value, { or: how, includeRestricted })
      : state._tag === "Failed"
  const made: Search = { failure: undefined, hasLeft: false, over: Promise.resolve() }
  const act: Effect.Effect<void, unknown, Provided> = how === "anonymous"
    ? isServer ? Effect.die(new Error(refusal)) : Effect.andThen(Anonymous.signUp, somebody(auth, isOver))
    : how === "redirect"
    ? Effect.andThen(redirect(auth, made), isServer ? userNotSignedIn() : somebody(auth, isOver))
    : Effect.void
  const found = keepSession(
    Effect.flatMap(isNobody(auth, isOver), (isNobody) => isNobody ? act : Effect.void)
  )
  const forget = Effect.sync(() => ofCache.delete(key))
  // What it does may have other components render, which React forbids while one renders.
  const over = runtime.runPromiseExit(Effect.andThen(Effect.yieldNow, found)).then((exit) => {
    if (Exit.isFailure(exit)) made.failure = exit.cause
    runtime.runFork(made.failure === undefined ? forget : Effect.delay(forget, failureMillis))
  })
  ofCache.set(key, Object.assign(made, { over }))
  return made
}

const refusal = "Anonymous users are signed up in browsers, and not while a server renders"

/**
 * Redirects to the sign-in page, or a restricted user to the page `onboarding`. A page that is still there afterwards is on its
 * way, however slow, or does not redirect at all.
 */
const redirect = ({ cache }: Auth, search: Search): Effect.Effect<void, never, Navigation> =>
  Effect.flatMap(Navigation, ({ page, redirectTo }) =>
    Effect.gen(function*() {
      const before = yield* page.url
      const state = cache.entry(Resources.user).getSnapshot()
      yield* redirectTo(signInPageFor(state._tag === "Ready" ? state.value : null), { replace: true })
      search.hasLeft = (yield* page.url) !== before
    }))

/** Returns `true` if the user of a state counts as signed in, or cannot be read. */
type IsOver = (state: State<User | null, unknown>) => boolean

/** Returns `true` if it is certain that no user is signed in. */
const isNobody = ({ cache }: Auth, isOver: IsOver): Effect.Effect<boolean, never, Client> =>
  until(cache.isCertain, (isCertain) => isCertain ? Effect.void : undefined).pipe(
    // The store is read again, and the cache learns the result.
    Effect.andThen(Effect.flatMap(Client, ({ session }) => session.state)),
    Effect.andThen(
      until(
        cache.entry(Resources.user),
        (state) => state._tag === "Pending" ? undefined : Effect.succeed(!isOver(state))
      )
    )
  )

/** Waits until a user is signed in, or cannot be read. */
const somebody = ({ cache }: Auth, isOver: IsOver): Effect.Effect<void> =>
  until(cache.entry(Resources.user), (state) => isOver(state) ? Effect.void : undefined)
