/**
 * The hooks that tell who is signed in.
 *
 * @since 0.1.0
 */
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
 * Returns the user who is signed in. Suspends until it is known who that is.
 *
 * **Details**
 *
 * `or` says what to do when no user is signed in:
 *
 * - `return-null`, the default: return `null`.
 * - `throw`: throw `UserNotSignedIn` to the next error boundary.
 * - `anonymous`: sign up an anonymous user, one for all components that ask; the component suspends until then. Any user who is
 *   signed in is returned, an anonymous or restricted one included.
 * - `anonymous-if-exists`: return an anonymous user who is signed in, otherwise `null`.
 * - `redirect`: redirect to the app's sign-in page, or a restricted user to the page `onboarding`. Both lead back here. The
 *   component suspends, and never returns without a user. The provider's layer has to have `Navigation`.
 *
 * With `return-null`, `throw` and `redirect`, an anonymous user counts as no user. So does a restricted user, such as one whose
 * email address is not verified in a project that requires it, unless `includeRestricted` is `true`.
 *
 * **Example** (A page for signed-in users)
 *
 * ```tsx
 * import { useUser } from "latchkey/react"
 *
 * const Account = () => <h1>{useUser({ or: "redirect" }).primaryEmail}</h1>
 * ```
 *
 * @category hooks
 * @since 0.1.0
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
  // Sound: only the options that the overloads say return `null`.
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
 * Returns the state of the user who is signed in: `Pending` while an anonymous user is being signed up or a redirect is on its
 * way, and `Failed` where `useUser` would throw.
 *
 * @category hooks
 * @since 0.1.0
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
  // Sound: the overloads say what each option leads to.
  const auth = useAuth()
  const state = useResourceState(Resources.user)
  const isMissing = state._tag === "Ready" && !isSignedIn(state.value, { or, includeRestricted })
  const [failure, setFailure] = useState<Cause.Cause<unknown>>()
  useEffect(() => {
    if (!isMissing || or !== "anonymous" && or !== "redirect") return
    let isOn = true
    const found = ensureUser(auth, or, includeRestricted)
    void found.done.then(() => isOn && setFailure(found.failure))
    return () => {
      isOn = false
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
