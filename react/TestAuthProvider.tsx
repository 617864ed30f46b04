/**
 * A provider for tests of components: it shows any state, and nothing leaves the program.
 *
 * @since 0.1.0
 */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import { type ReactNode, useEffect, useState } from "react"
import type { User } from "../src/account/CurrentUser.ts"
import * as Resources from "../src/account/Resources.ts"
import { Cache, type SessionStatus } from "../src/cache/Cache.ts"
import type { CacheState, Resource } from "../src/cache/Resource.ts"
import { Transport } from "../src/call/Transport.ts"
import * as Navigation from "../src/navigation/Navigation.ts"
import * as Cookies from "../src/platform/Cookies.ts"
import * as Page from "../src/platform/Page.ts"
import * as Client from "../src/session/Client.ts"
import type { InvalidOptions } from "../src/session/options.ts"
import * as TokenStore from "../src/session/TokenStore.ts"
import { AuthContext, type ErrorHandler, type Runtime } from "./Auth.ts"
import { makeSharedRuntime, mountRuntime } from "./sharedRuntime.ts"
import { useLatest } from "./useLatest.ts"

/**
 * What a test says of a resource.
 *
 * @category models
 * @since 0.1.0
 */
export interface TestResource {
  readonly key: string
  readonly state: CacheState<unknown, unknown>
}

/**
 * Says which value a resource has.
 *
 * @category constructors
 * @since 0.1.0
 */
export const testResource = <A, E>(resource: Resource<A, E>, value: NoInfer<A>): TestResource => ({
  key: resource.key,
  state: { _tag: "Ready", value, isRefreshing: false, stale: undefined }
})

/**
 * Says which state a resource is in, such as one that is pending or has failed.
 *
 * @category constructors
 * @since 0.1.0
 */
export const testState = <A, E>(resource: Resource<A, E>, state: NoInfer<CacheState<A, E>>): TestResource => ({
  key: resource.key,
  state
})

/**
 * Creates a user: somebody with a password and a verified address, unless it is said otherwise.
 *
 * @category constructors
 * @since 0.1.0
 */
export const testUser = (user: Partial<User> = {}): User => ({
  id: "00000000-0000-4000-8000-000000000001",
  displayName: "Test User",
  primaryEmail: "user@example.com",
  primaryEmailVerified: true,
  profileImageUrl: null,
  signedUpAt: new Date("2026-01-01T00:00:00Z"),
  clientMetadata: null,
  clientReadOnlyMetadata: null,
  hasPassword: true,
  authWithEmail: true,
  otpAuthEnabled: false,
  passkeyAuthEnabled: false,
  requiresTotpMfa: false,
  isAnonymous: false,
  oauthProviders: [],
  selectedTeamId: null,
  selectedTeam: null,
  ...user
})

/**
 * What the components of a test see.
 *
 * @category models
 * @since 0.1.0
 */
export interface TestAuthProviderProps {
  /** Who is signed in, as far as it matters; `null`, the default, is nobody. */
  readonly user?: Partial<User> | null | undefined
  /** What `useSession` returns. By default it follows from the user. While it is `Loading`, so is the user. */
  readonly session?: SessionStatus | undefined
  /** What the components read besides. Reading anything else is an error that names it. */
  readonly resources?: ReadonlyArray<TestResource> | undefined
  /** Services for the effects that the components run, in the place of a client that cannot send anything. */
  readonly layer?: Layer.Layer<never, unknown> | undefined
  /** Hears of the errors that nothing has dealt with. By default, the first of them is thrown, and fails the test. */
  readonly onError?: ErrorHandler | undefined
  readonly children?: ReactNode
}

/**
 * Gives the components below it the state that a test wants. Nothing is sent, nothing waits, and nothing changes by itself:
 * render again with other properties.
 *
 * **Example** (A component in two states)
 *
 * ```tsx
 * import { SignedIn, TestAuthProvider, useUser } from "latchkey/react"
 * import { renderToString } from "react-dom/server"
 *
 * const Greeting = () => <SignedIn fallback="Sign in">Hello, {useUser()?.displayName}!</SignedIn>
 *
 * const signedOut = renderToString(<TestAuthProvider><Greeting /></TestAuthProvider>)
 * const signedIn = renderToString(<TestAuthProvider user={{ displayName: "Ada" }}><Greeting /></TestAuthProvider>)
 * ```
 *
 * @category components
 * @since 0.1.0
 */
export const TestAuthProvider = (
  { children, layer, onError, resources = [], session, user = null }: TestAuthProviderProps
): ReactNode => {
  const status = session ?? (user === null ? signedOut : signedIn)
  const cache = makeCache(status, [
    status._tag === "Loading"
      ? testState(Resources.user, { _tag: "Pending" })
      : testResource(Resources.user, user && testUser(user)),
    ...resources
  ])
  const [uncaught, setUncaught] = useState<{ readonly error: unknown }>()
  const latest = useLatest({ cache, onError })
  const [shared] = useState(() => {
    const observe: Cache["Service"]["observe"] = (resource) => latest.current.cache.observe(resource)
    const services = Layer.mergeAll(
      offlineLayer(user !== null),
      layer ?? Layer.empty,
      Layer.sync(Cache, () => ({ ...cache, observe }))
    )
    // Sound: it has what components have by default; what they have besides is the test's to give.
    return makeSharedRuntime(ManagedRuntime.make(services) as Runtime)
  })
  useEffect(() => mountRuntime(shared), [shared])
  if (uncaught !== undefined) throw uncaught.error
  const handleError: ErrorHandler = (error, info) => {
    if (latest.current.onError === undefined) setUncaught({ error })
    else latest.current.onError(error, info)
  }
  return (
    <AuthContext.Provider value={{ runtime: shared.runtime, cache, onError: handleError, isServer: false }}>
      {children}
    </AuthContext.Provider>
  )
}

const signedOut: SessionStatus = { _tag: "SignedOut" }
const signedIn: SessionStatus = { _tag: "SignedIn", isRefreshing: false, isStale: false }

const subscribeNever = () => () => {}

/** A cache that knows what a test says, and nothing else. */
const makeCache = (status: SessionStatus, given: ReadonlyArray<TestResource>): Cache["Service"] => {
  const states = new Map(given.map(({ key, state }) => [key, state]))
  const stateOf = <A, E>({ key }: Resource<A, E>): CacheState<A, E> => {
    const state = states.get(key)
    if (state === undefined) {
      throw new Error(`TestAuthProvider has no value of the resource "${key}": give it one with testResource`)
    }
    // Sound: the test has said it of a resource of this key.
    return state as CacheState<A, E>
  }
  return {
    status: { subscribe: subscribeNever, getSnapshot: () => status, getServerSnapshot: () => status },
    isSessionKnown: { subscribe: subscribeNever, getSnapshot: () => true, getServerSnapshot: () => true },
    observe: (resource) => {
      const read = () => stateOf(resource)
      return {
        subscribe: subscribeNever,
        getSnapshot: read,
        getServerSnapshot: read,
        getServerState: read,
        whenSettled: () => new Promise(() => {}),
        refresh: () => {}
      }
    },
    refresh: (resource) => {
      const state = stateOf(resource)
      return state._tag === "Ready"
        ? Effect.succeed(state.value)
        : state._tag === "Failed"
        ? Effect.failCause(state.cause)
        : Effect.never
    },
    patch: () => ({ commit: () => {}, rollback: () => {} }),
    dehydrate: Effect.succeed({ isSignedIn: status._tag === "SignedIn", userId: null, entries: {} })
  }
}

/** `{ "exp": 8640000000000 }`: no call refreshes first, so the one that would be sent is the one that a test is told of. */
const freshForever = "e30.eyJleHAiOjg2NDAwMDAwMDAwMDB9.e30"

/** All that components may use, where nothing can be sent. */
const offlineLayer = (
  isSignedIn: boolean
): Layer.Layer<Client.Client | Navigation.Navigation | Cookies.Cookies | Page.Page, InvalidOptions> =>
  Layer.merge(
    Client.layer({ projectId: "00000000-0000-4000-8000-000000000000", publishableClientKey: "pck_test" }),
    Navigation.layer()
  ).pipe(
    Layer.provideMerge(Layer.mergeAll(
      TokenStore.layerTokens(isSignedIn ? { refreshToken: "test", accessToken: freshForever } : {}),
      Cookies.layerMemory,
      Page.layerMemory("https://app.example.com/"),
      Layer.succeed(Transport, ({ method, url }) =>
        Effect.die(
          new Error(`TestAuthProvider sends nothing: give it a layer that answers ${method} ${new URL(url).pathname}`)
        ))
    ))
  )
