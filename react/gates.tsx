/**
 * Components that show their children to some and not to others.
 *
 * Children appear when it is certain that they may, and never before. While it is not known, `pending` is shown, and in all
 * other cases `fallback`: both are nothing unless they are given.
 *
 * **Gotchas**
 *
 * A gate hides what is in the page, and not what is in the program: a server must check by itself what it tells to whom.
 *
 * @since 0.1.0
 */
import type { ReactNode } from "react"
import type { State } from "../src/cache/Resource.ts"
import { usePermissionState } from "./permissions.ts"
import { useUserState } from "./user.ts"

/**
 * What a gate shows.
 *
 * @category models
 * @since 0.1.0
 */
export interface GateProps {
  readonly children?: ReactNode
  /** Shown to all others, and when it cannot be known who is there. */
  readonly fallback?: ReactNode
  /** Shown until it is known. */
  readonly pending?: ReactNode
}

const gate = <A, E>(
  state: State<A, E>,
  isOpen: (value: A) => boolean,
  { children = null, fallback = null, pending = null }: GateProps
): ReactNode => state._tag === "Pending" ? pending : state._tag === "Ready" && isOpen(state.value) ? children : fallback

/**
 * Shows its children when somebody is signed in. An anonymous user counts as nobody.
 *
 * @category components
 * @since 0.1.0
 */
export const SignedIn = (props: GateProps): ReactNode => gate(useUserState(), (user) => user !== null, props)

/**
 * Shows its children when nobody is signed in, or only an anonymous user.
 *
 * @category components
 * @since 0.1.0
 */
export const SignedOut = (props: GateProps): ReactNode => gate(useUserState(), (user) => user === null, props)

/**
 * Which permission opens a gate, and what it shows.
 *
 * @category models
 * @since 0.1.0
 */
export interface ProtectProps extends GateProps {
  /** The id of the permission, such as `$invite_members`. */
  readonly permission: string
  /** The team in which the user needs it; without one, the user needs it in the project. */
  readonly teamId?: string | undefined
}

/**
 * Shows its children to users who have a permission.
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
export const Protect = ({ permission, teamId, ...props }: ProtectProps): ReactNode =>
  gate(usePermissionState({ permissionId: permission, teamId }), (isHeld) => isHeld, props)
