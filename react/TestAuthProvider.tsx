import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import { type ReactNode, useEffect, useState } from "react"
import type { User } from "../src/account/CurrentUser.ts"
import { foreignUse } from "../src/account/Resources.ts"
import * as Resources from "../src/account/Resources.ts"
import { Cache, type SessionStatus } from "../src/cache/Cache.ts"
import { noPatch } from "../src/cache/CacheEntry.ts"
import type { CacheState, Resource } from "../src/cache/Resource.ts"
import { Transport } from "../src/call/Transport.ts"
import * as Navigation from "../src/navigation/Navigation.ts"
import * as Cookies from "../src/platform/Cookies.ts"
import * as Page from "../src/platform/Page.ts"
import * as Client from "../src/session/Client.ts"
import type { InvalidOptions } from "../src/session/options.ts"
import * as TokenStore from "../src/session/TokenStore.ts"
import { AuthContext, type ErrorHandler, type Runtime } from "./Auth.ts"
import type { Appearance } from "./kit/Appearance.ts"
import { constant } from "./serverAuth.ts"
import { makeSharedRuntime, mountRuntime } from "./sharedRuntime.ts"
import type { TextOverrides } from "./texts/texts.ts"
import { useLatest } from "./useLatest.ts"

/** A resource's state in a test. */
export interface TestResource {
  readonly key: string
  readonly state: CacheState<unknown, unknown>
}

/** Returns a resource with a value. */
export const testResource = <A, E>(resource: Resource<A, E>, value: NoInfer<A>): TestResource => ({
  key: resource.key,
  state: { _tag: "Ready", value, isRefreshing: false, stale: undefined }
})

/** Returns a resource with a state, such as `Pending` or `Failed`. */
export const testState = <A, E>(resource: Resource<A, E>, state: NoInfer<CacheState<A, E>>): TestResource => ({
  key: resource.key,
  state
})

/** Creates a user. By default, the user has a password and a verified email address. */
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

/** Props for `TestAuthProvider`. */
export interface TestAuthProviderProps {
  /**
   * The signed-in user's fields that matter to the test; the others have defaults. `null`, the default, means signed
   * out.
   */
  readonly user?: Partial<User> | null | undefined
  /** The result from `useSession`. By default, it follows from `user`. If it is `Loading`, the user is pending. */
  readonly session?: SessionStatus | undefined
  /** Other resources that the components read. A missing resource is an error that names it. */
  readonly resources?: ReadonlyArray<TestResource> | undefined
  /** Services for the components' effects. By default, the client cannot send requests. */
  readonly layer?: Layer.Layer<never, unknown> | undefined
  /** `false` for a device that is offline. `true` by default. */
  readonly isOnline?: boolean | undefined
  /** Handles errors that no component has handled. By default, the first error is thrown and fails the test. */
  readonly onError?: ErrorHandler | undefined
  /** Texts that replace the components' default texts. */
  readonly texts?: TextOverrides | undefined
  /** The appearance for the sign-in and sign-up cards. */
  readonly appearance?: Appearance | undefined
  readonly children?: ReactNode
}

/**
 * Provides a fixed state to the components below it. It sends no request and never changes; to change the state, render again
 * with other properties.
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
 */
export const TestAuthProvider = (
  { appearance, children, isOnline = true, layer, onError, resources = [], session, texts, user = null }:
    TestAuthProviderProps
): ReactNode => {
  const status = session ?? (user === null ? signedOut : signedIn)
  const cache = makeCache(status, isOnline, [
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
    // Sound: it has the default services. The test provides all others.
    return makeSharedRuntime(ManagedRuntime.make(services) as Runtime)
  })
  useEffect(() => mountRuntime(shared), [shared])
  if (uncaught !== undefined) throw uncaught.error
  const handleError: ErrorHandler = (error, info) => {
    if (latest.current.onError === undefined) setUncaught({ error })
    else latest.current.onError(error, info)
  }
  return (
    <AuthContext.Provider
      value={{
        runtime: shared.runtime,
        cache,
        onError: handleError,
        isServer: false,
        hasServices: true,
        texts,
        appearance
      }}
    >
      {children}
    </AuthContext.Provider>
  )
}

const signedOut: SessionStatus = { _tag: "SignedOut" }
const signedIn: SessionStatus = { _tag: "SignedIn", isRefreshing: false, isStale: false }

/** Creates a cache with only the test's states. */
const makeCache = (status: SessionStatus, isOnline: boolean, given: ReadonlyArray<TestResource>): Cache["Service"] => {
  const states = new Map([testResource(foreignUse, undefined), ...given].map(({ key, state }) => [key, state]))
  const stateOf = <A, E>({ key }: Resource<A, E>): CacheState<A, E> => {
    const state = states.get(key)
    if (state === undefined) {
      throw new Error(
        `TestAuthProvider has no value for the resource "${key}". Pass one in resources, with testResource.`
      )
    }
    // Sound: the test passed this state together with a resource that has the same key.
    return state as CacheState<A, E>
  }
  return {
    status: constant(status),
    isSessionKnown: constant(true),
    isOnline: constant(isOnline),
    claims: constant(undefined),
    observe: (resource) => {
      const readState = () => stateOf(resource)
      return {
        subscribe: () => () => {},
        getSnapshot: readState,
        getServerSnapshot: readState,
        getServerState: readState,
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
    patch: () => noPatch,
    contents: Effect.succeed({
      userId: status._tag === "SignedIn" ? null : undefined,
      entries: new Map(),
      renderedAsPending: new Set(),
      readAt: -Infinity
    }),
    hydrate: () => () => {}
  }
}

/** `{ "exp": 8640000000000 }`. The token never expires, so the error names the test's request, not a refresh. */
const freshForever = "e30.eyJleHAiOjg2NDAwMDAwMDAwMDB9.e30"

/** The component services, with a client that cannot send requests. */
const offlineLayer = (
  isSignedIn: boolean
): Layer.Layer<Client.Client | Navigation.Navigation | Cookies.Cookies | Page.Page, InvalidOptions> =>
  Layer.merge(
    Client.layer({ projectId: "00000000-0000-4000-8000-000000000000", publishableClientKey: "pck_test" }),
    // Components that redirect visitors wait forever, as while a browser navigates.
    Layer.effect(
      Navigation.Navigation,
      Effect.map(Navigation.make(), (navigation) => ({ ...navigation, requireRedirects: Effect.void }))
    )
  ).pipe(
    Layer.provideMerge(Layer.mergeAll(
      TokenStore.layerTokens(isSignedIn ? { refreshToken: "test", accessToken: freshForever } : {}),
      Cookies.layerMemory,
      Page.layerMemory("https://app.example.com/"),
      Layer.succeed(Transport, ({ method, url }) =>
        Effect.die(
          new Error(`TestAuthProvider cannot send ${method} ${new URL(url).pathname}. Pass a layer that answers it.`)
        ))
    ))
  )
