/**
 * The hooks that tell who is signed in.
 *
 * @since 0.1.0
 */
import * as Cause from "effect/Cause"
import { useEffect, useMemo, useState } from "react"
import type { GetOptions, User } from "../src/account/CurrentUser.ts"
import * as Resources from "../src/account/Resources.ts"
import { makeUserNotSignedIn, type UserNotSignedIn } from "../src/account/UserNotSignedIn.ts"
import type { State } from "../src/cache/Resource.ts"
import type { ApiError } from "../src/call/ApiError.ts"
import type { AnonymousAccountsNotEnabled } from "../src/wire/KnownErrors.ts"
import { useAuth } from "./Auth.ts"
import { isForFramework } from "./present.ts"
import { useResource, useResourceState } from "./resource.ts"
import { search } from "./search.ts"

type Or = NonNullable<GetOptions["or"]>

/**
 * Returns the user who is signed in. Suspends until it is known who that is.
 *
 * **Details**
 *
 * `or` says what to do when nobody is signed in:
 *
 * - `return-null`, the default: there is no user.
 * - `throw`: `UserNotSignedIn` goes to the next error boundary.
 * - `anonymous`: an anonymous user is signed up, one for all components that ask, and the component suspends until then. An
 *   anonymous user who is signed in already is returned.
 * - `anonymous-if-exists`: an anonymous user who is signed in is returned, otherwise nothing.
 * - `redirect`: the app's sign-in page is opened, which comes back here. The component suspends, and never returns
 *   without a user. The provider's layer has to have `Navigation`.
 *
 * With `return-null`, `throw` and `redirect`, an anonymous user counts as nobody.
 *
 * **Example** (A page for those who are signed in)
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
  (options: { readonly or: "throw" | "anonymous" | "redirect" }): User
  (options?: { readonly or?: "return-null" | "anonymous-if-exists" | undefined }): User | null
  (options?: GetOptions): User | null
} = ({ or = "return-null" }: GetOptions = {}): any => {
  // Sound: only the options that the overloads say return `null`.
  const auth = useAuth()
  const user = useResource(Resources.user)
  if (countsAs(user, or)) return user
  if (or === "throw" && auth.cache.isCertain.getSnapshot()) throw makeUserNotSignedIn()
  if (or !== "throw" && or !== "anonymous" && or !== "redirect") return null
  const { failure, over } = search(auth, or)
  throw failure === undefined ? over : Cause.squash(failure)
}

/**
 * Returns the state of the user who is signed in: `Pending` while somebody is being signed up or sent to the sign-in page, and
 * `Failed` where `useUser` would throw.
 *
 * @category hooks
 * @since 0.1.0
 */
export const useUserState: {
  (options: { readonly or: "throw" }): State<User, UserNotSignedIn | ApiError>
  (options: { readonly or: "anonymous" }): State<User, AnonymousAccountsNotEnabled | ApiError>
  (options: { readonly or: "redirect" }): State<User, ApiError>
  (options?: { readonly or?: "return-null" | "anonymous-if-exists" | undefined }): State<User | null, ApiError>
  (options?: GetOptions): State<User | null, UserNotSignedIn | AnonymousAccountsNotEnabled | ApiError>
} = ({ or = "return-null" }: GetOptions = {}): State<any, any> => {
  // Sound: the overloads say what each option leads to.
  const auth = useAuth()
  const state = useResourceState(Resources.user)
  const isNobody = state._tag === "Ready" && !countsAs(state.value, or)
  const [failure, setFailure] = useState<Cause.Cause<unknown>>()
  useEffect(() => {
    if (!isNobody || or !== "anonymous" && or !== "redirect") return
    let isOn = true
    const found = search(auth, or)
    void found.over.then(() => isOn && setFailure(found.failure))
    return () => {
      isOn = false
      setFailure(undefined)
    }
  }, [auth, isNobody, or])
  if (failure !== undefined && isForFramework(Cause.squash(failure))) throw Cause.squash(failure)
  return useMemo((): State<any, any> => {
    if (!isNobody) return state
    switch (or) {
      case "throw":
        return { _tag: "Failed", cause: Cause.fail(makeUserNotSignedIn()), isRefreshing: state.isRefreshing }
      case "anonymous":
      case "redirect":
        return failure === undefined ? pending : { _tag: "Failed", cause: failure, isRefreshing: false }
      default:
        return state.value === null ? state : { ...state, value: null }
    }
  }, [failure, isNobody, or, state])
}

const pending: State<never, never> = { _tag: "Pending" }

const countsAs = (user: User | null, or: Or): user is User =>
  user !== null && (!user.isAnonymous || or === "anonymous" || or === "anonymous-if-exists")
