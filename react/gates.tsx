/**
 * Components that render their children only for certain users.
 *
 * A gate renders its children only when access is certain. Until then, it renders `pending`, and without access, `fallback`.
 * Both are empty by default.
 *
 * **Gotchas**
 *
 * A gate only hides content. The server must check each request.
 */
import { type ReactNode, useSyncExternalStore } from "react"
import { countsAsSignedIn, isRestricted } from "../src/account/countsAsSignedIn.ts"
import type { RestrictedReason, User } from "../src/account/CurrentUser.ts"
import * as Resources from "../src/account/Resources.ts"
import type { DehydratedClaims } from "../src/cache/Dehydrated.ts"
import type { CacheState } from "../src/cache/Resource.ts"
import type { ApiError } from "../src/call/ApiError.ts"
import { useAuth } from "./Auth.ts"
import { usePermissionState } from "./usePermissions.ts"
import { useResourceState } from "./useResource.ts"

/** A gate's content. */
type GateProps = {
  readonly children?: ReactNode
  /** Rendered for all other users, and if the user could not be fetched. */
  readonly fallback?: ReactNode
  /** Rendered until the user is known. */
  readonly pending?: ReactNode
}

/**
 * Returns the user's kind as a state. Until the user is fetched, and if that fails, it is the kind that the server has
 * verified.
 */
const useUserKind = (): CacheState<User | DehydratedClaims | null, ApiError> => {
  const { getServerSnapshot, getSnapshot, subscribe } = useAuth().cache.claims
  const claims = useSyncExternalStore(subscribe, getSnapshot, getServerSnapshot)
  const state = useResourceState(Resources.user)
  return state._tag === "Ready" || claims === undefined
    ? state
    : { _tag: "Ready", value: claims, isRefreshing: false, stale: undefined }
}

const renderGate = <A, E>(
  state: CacheState<A, E>,
  isOpen: (value: A) => boolean,
  { children = null, fallback = null, pending = null }: GateProps
): ReactNode => state._tag === "Pending" ? pending : state._tag === "Ready" && isOpen(state.value) ? children : fallback

type SignedInProps = GateProps & {
  /** Set to `true` to treat restricted users as signed in. `false` by default. */
  readonly includeRestricted?: boolean | undefined
}

/**
 * Renders its children if a user is signed in. Treats anonymous users as signed out. Also treats restricted users as signed
 * out, unless `includeRestricted` is set.
 */
export const SignedIn = ({ includeRestricted, ...props }: SignedInProps): ReactNode =>
  renderGate(useUserKind(), (kind) => kind !== null && countsAsSignedIn(kind, { includeRestricted }), props)

/**
 * Renders its children if no user is signed in. Treats anonymous users as signed out. Also treats restricted users as signed
 * out, unless `includeRestricted` is set.
 */
export const SignedOut = ({ includeRestricted, ...props }: SignedInProps): ReactNode =>
  renderGate(useUserKind(), (kind) => kind === null || !countsAsSignedIn(kind, { includeRestricted }), props)

type RestrictedProps = Omit<GateProps, "children"> & {
  /** The content for restricted users: an element, or a function that takes the reason and the user. */
  readonly children?: ReactNode | ((reason: RestrictedReason, user: User) => ReactNode)
}

/**
 * Renders its children for a restricted user, such as a user without a verified email address in a project that requires one.
 * Anonymous users are excluded. With services before 2026, it always renders `fallback`.
 *
 * **Example** (A banner with a link to the missing step)
 *
 * ```tsx
 * import { Restricted } from "latchkey/react"
 *
 * const Banner = () => (
 *   <Restricted>
 *     {({ type }) =>
 *       type === "email_not_verified"
 *         ? <a href="/handler/onboarding">Verify your email to continue</a>
 *         : <p>Your account is restricted.</p>}
 *   </Restricted>
 * )
 * ```
 */
export const Restricted = ({ children, ...props }: RestrictedProps): ReactNode => {
  const state = useUserKind()
  return renderGate(state, (kind) => kind !== null && isRestricted(kind), {
    ...props,
    children: typeof children !== "function"
      ? children
      : state._tag !== "Ready" || state.value === null
      ? null
      : "id" in state.value
      ? children(state.value.restrictedReason ?? unknownReason, state.value)
      : props.pending
  })
}

/** The reason if the service gives none. */
const unknownReason: RestrictedReason = { type: "unknown" }

type ProtectProps = SignedInProps & {
  /** The permission's id, such as `$invite_members`. */
  readonly permission: string
  /** The team in which the user needs the permission. By default, the user needs it in the project. */
  readonly teamId?: string | undefined
}

/**
 * Renders its children for users with a permission. Restricted users are treated as signed out unless `includeRestricted` is
 * set.
 *
 * **Example** (A section for members who can delete the team)
 *
 * ```tsx
 * import { Protect } from "latchkey/react"
 *
 * const Danger = ({ teamId }: { readonly teamId: string }) => (
 *   <Protect fallback={<p>Ask an admin of the team.</p>} permission="$delete_team" teamId={teamId}>
 *     <button>Delete the team</button>
 *   </Protect>
 * )
 * ```
 */
export const Protect = (
  { includeRestricted, permission: permissionId, teamId, ...props }: ProtectProps
): ReactNode => {
  const kind = useUserKind()
  const permission = usePermissionState({ permissionId, teamId })
  return kind._tag === "Ready" && kind.value !== null &&
      countsAsSignedIn(kind.value, { or: "anonymous-if-exists", includeRestricted })
    ? renderGate(permission, (isHeld) => isHeld, props)
    : renderGate(kind, () => false, props)
}
