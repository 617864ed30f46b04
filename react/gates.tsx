/**
 * Components that show their children to some and not to others.
 *
 * Children appear when it is certain that they may, and never before. Until it is known, a gate shows `pending`, and in all other
 * cases `fallback`: both are nothing by default.
 *
 * **Gotchas**
 *
 * A gate hides parts of the page, not of the program: a server must check each request itself.
 *
 * @since 0.1.0
 */
import type { ReactNode } from "react"
import { isRestricted } from "../src/account/countsAsSignedIn.ts"
import type { RestrictedReason, User } from "../src/account/CurrentUser.ts"
import type { CacheState } from "../src/cache/Resource.ts"
import { usePermissionState } from "./usePermissions.ts"
import { useUserState } from "./useUser.ts"

/**
 * What a gate shows.
 *
 * @category models
 * @since 0.1.0
 */
export interface GateProps {
  readonly children?: ReactNode
  /** Shown to all others, and if the user cannot be read. */
  readonly fallback?: ReactNode
  /** Shown until it is known. */
  readonly pending?: ReactNode
}

const renderGate = <A, E>(
  state: CacheState<A, E>,
  isOpen: (value: A) => boolean,
  { children = null, fallback = null, pending = null }: GateProps
): ReactNode => state._tag === "Pending" ? pending : state._tag === "Ready" && isOpen(state.value) ? children : fallback

/**
 * The properties of the gates for signed-in users and for visitors.
 *
 * @category models
 * @since 0.1.0
 */
export interface SignedInProps extends GateProps {
  /** Whether a restricted user counts as signed in; `false` by default. */
  readonly includeRestricted?: boolean | undefined
}

/**
 * Shows its children when a user is signed in. An anonymous user counts as no user, and so does a restricted one unless
 * `includeRestricted` is set.
 *
 * @category components
 * @since 0.1.0
 */
export const SignedIn = ({ includeRestricted, ...props }: SignedInProps): ReactNode =>
  renderGate(useUserState({ includeRestricted }), (user) => user !== null, props)

/**
 * Shows its children when no user is signed in, or only an anonymous one, or a restricted one unless `includeRestricted` is set.
 *
 * @category components
 * @since 0.1.0
 */
export const SignedOut = ({ includeRestricted, ...props }: SignedInProps): ReactNode =>
  renderGate(useUserState({ includeRestricted }), (user) => user === null, props)

/**
 * What the gate for restricted users shows.
 *
 * @category models
 * @since 0.1.0
 */
export interface RestrictedProps extends Omit<GateProps, "children"> {
  /** Shown to restricted users: an element, or a function of the reason and of the user. */
  readonly children?: ReactNode | ((reason: RestrictedReason, user: User) => ReactNode)
}

/**
 * Shows its children to a restricted user, such as one whose email address is not verified in a project that requires it. An
 * anonymous user does not count as restricted here. With a service before 2026, it always shows `fallback`.
 *
 * **Example** (A banner that leads to the missing step)
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
 *
 * @category components
 * @since 0.1.0
 */
export const Restricted = ({ children, ...props }: RestrictedProps): ReactNode => {
  const state = useUserState({ includeRestricted: true })
  const user = state._tag === "Ready" && state.value !== null && isRestricted(state.value) ? state.value : undefined
  return renderGate(state, () => user !== undefined, {
    ...props,
    children: typeof children === "function"
      ? user && children(user.restrictedReason ?? unknownReason, user)
      : children
  })
}

/** A service that gives no reason. */
const unknownReason: RestrictedReason = { type: "unknown" }

/**
 * Which permission opens a gate, and what it shows.
 *
 * @category models
 * @since 0.1.0
 */
export interface ProtectProps extends SignedInProps {
  /** The id of the permission, such as `$invite_members`. */
  readonly permission: string
  /** The team in which the user needs it; without one, the user needs it in the project. */
  readonly teamId?: string | undefined
}

/**
 * Shows its children to users who have a permission. A restricted user counts as no user, unless `includeRestricted` is set.
 *
 * **Example** (A part of a page for some members of a team)
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
 *
 * @category components
 * @since 0.1.0
 */
export const Protect = (
  { includeRestricted, permission: permissionId, teamId, ...props }: ProtectProps
): ReactNode => {
  const user = useUserState({ or: "anonymous-if-exists", includeRestricted })
  const permission = usePermissionState({ permissionId, teamId })
  // Without a user, there is certainly no permission.
  return user._tag === "Ready" && user.value !== null
    ? renderGate(permission, (isHeld) => isHeld, props)
    : renderGate(user, () => false, props)
}
