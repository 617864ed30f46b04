import * as Cause from "effect/Cause"
import { useEffect, useMemo, useState } from "react"
import { countsAsSignedIn } from "../src/account/countsAsSignedIn.ts"
import type { GetOptions, User } from "../src/account/CurrentUser.ts"
import * as Resources from "../src/account/Resources.ts"
import { makeUserNotSignedIn, type UserNotSignedIn } from "../src/account/UserNotSignedIn.ts"
import type { CacheState } from "../src/cache/Resource.ts"
import type { ApiError } from "../src/call/ApiError.ts"
import type { AnonymousAccountsNotEnabled } from "../src/wire/KnownErrors.ts"
import { useAuth } from "./Auth.ts"
import { ensureUser } from "./ensureUser.ts"
import { isForFramework } from "./reportError.ts"
import { useResource, useResourceState } from "./useResource.ts"

/**
 * Returns the signed-in user. Suspends until the user is fetched.
 *
 * **Details**
 *
 * `or` decides the behavior if no user is signed in:
 *
 * - `return-null`, the default: returns `null`.
 * - `throw`: throws `UserNotSignedIn` to the next error boundary.
 * - `anonymous`: signs up an anonymous user, one for all components, and suspends until then. A signed-in user is returned
 *   even if anonymous or restricted.
 * - `anonymous-if-exists`: returns an anonymous user if there is one, otherwise `null`.
 * - `redirect`: redirects to the app's sign-in page, or a restricted user to the page `onboarding`. Both return to this page.
 *   The component suspends, and never returns without a user. Throws `InvalidOptions` if `redirectMethod` is `none`.
 *
 * With `return-null`, `throw` and `redirect`, anonymous users are treated as signed out. Restricted users are too, unless
 * `includeRestricted` is `true`. A user is restricted, for example, without a verified email address in a project that
 * requires one.
 *
 * **Example** (A page for signed-in users)
 *
 * ```tsx
 * import { useUser } from "latchkey/react"
 *
 * const Account = () => <h1>{useUser({ or: "redirect" }).primaryEmail}</h1>
 * ```
 */
export const useUser: {
  (options: {
    readonly or: "throw" | "anonymous" | "redirect"
    readonly includeRestricted?: boolean | undefined
  }): User
  (options?: {
    readonly or?: "return-null" | "anonymous-if-exists" | undefined
    readonly includeRestricted?: boolean | undefined
  }): User | null
  (options?: GetOptions): User | null
} = (options: GetOptions = {}): any => {
  // Sound: only the options for the overloads with `null` return `null`.
  const { or } = options
  const auth = useAuth()
  const user = useResource(Resources.user)
  if (isSignedIn(user, options)) return user
  if (or === "throw" && auth.cache.isSessionKnown.getSnapshot()) throw makeUserNotSignedIn(user)
  if (or !== "throw" && or !== "anonymous" && or !== "redirect") return null
  const { failure, done } = ensureUser(auth, or, options.includeRestricted)
  throw failure === undefined ? done : Cause.squash(failure)
}

/**
 * Returns the signed-in user's state. It is `Pending` while an anonymous user is signed up, or during a redirect, and
 * `Failed` where `useUser` throws.
 */
export const useUserState: {
  (options: {
    readonly or: "throw"
    readonly includeRestricted?: boolean | undefined
  }): CacheState<User, UserNotSignedIn | ApiError>
  (options: {
    readonly or: "anonymous"
    readonly includeRestricted?: boolean | undefined
  }): CacheState<User, AnonymousAccountsNotEnabled | ApiError>
  (options: { readonly or: "redirect"; readonly includeRestricted?: boolean | undefined }): CacheState<User, ApiError>
  (options?: {
    readonly or?: "return-null" | "anonymous-if-exists" | undefined
    readonly includeRestricted?: boolean | undefined
  }): CacheState<User | null, ApiError>
  (options?: GetOptions): CacheState<User | null, UserNotSignedIn | AnonymousAccountsNotEnabled | ApiError>
} = ({ includeRestricted, or = "return-null" }: GetOptions = {}): CacheState<any, any> => {
  // Sound: the overloads define each option's result.
  const auth = useAuth()
  const state = useResourceState(Resources.user)
  const isMissing = state._tag === "Ready" && !isSignedIn(state.value, { or, includeRestricted })
  const [failure, setFailure] = useState<Cause.Cause<unknown>>()
  useEffect(() => {
    if (!isMissing || or !== "anonymous" && or !== "redirect") return
    let isCurrent = true
    const search = ensureUser(auth, or, includeRestricted)
    void search.done.then(() => isCurrent && setFailure(search.failure))
    return () => {
      isCurrent = false
      setFailure(undefined)
    }
  }, [auth, includeRestricted, isMissing, or])
  if (failure !== undefined && isForFramework(Cause.squash(failure))) throw Cause.squash(failure)
  return useMemo((): CacheState<any, any> => {
    if (!isMissing) return state
    switch (or) {
      case "throw":
        return { _tag: "Failed", cause: Cause.fail(makeUserNotSignedIn(state.value)), isRefreshing: state.isRefreshing }
      case "anonymous":
      case "redirect":
        return failure === undefined ? pending : { _tag: "Failed", cause: failure, isRefreshing: false }
      default:
        return state.value === null ? state : { ...state, value: null }
    }
  }, [failure, isMissing, or, state])
}

const pending: CacheState<never, never> = { _tag: "Pending" }

const isSignedIn = (user: User | null, options: GetOptions): user is User =>
  user !== null && countsAsSignedIn(user, options)
