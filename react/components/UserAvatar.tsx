import { Fragment, type ReactNode } from "react"
import type { User } from "../../src/account/CurrentUser.ts"
import { Avatar, type AvatarProps } from "../kit/Avatar.tsx"
import { useUserState } from "../useUser.ts"

type UserAvatarProps = {
  /** The user. By default, the signed-in user. */
  readonly user?: Partial<Pick<User, "displayName" | "primaryEmail" | "profileImageUrl">> | undefined
  /** The size of the picture. `medium` by default. */
  readonly size?: AvatarProps["size"]
  /** Rendered if no user is signed in. */
  readonly fallback?: ReactNode
}

/**
 * A user's picture, or the initials from their name or email address. It shows the signed-in user by default.
 *
 * **Example** (A comment with its author)
 *
 * ```tsx
 * import { UserAvatar } from "latchkey/react"
 * import type { ComponentProps } from "react"
 *
 * type Author = ComponentProps<typeof UserAvatar>["user"]
 *
 * const Comment = ({ author, text }: { readonly author: Author; readonly text: string }) => (
 *   <p><UserAvatar user={author} size="small" /> {text}</p>
 * )
 * ```
 */
export const UserAvatar = ({ user, ...props }: UserAvatarProps): ReactNode =>
  user === undefined ? <OwnAvatar {...props} /> : <NamedAvatar user={user} size={props.size} />

const OwnAvatar = ({ fallback, size }: Omit<UserAvatarProps, "user">): ReactNode => (
  <ForUser pending={<AvatarSkeleton size={size} />} fallback={fallback}>
    {(user) => <NamedAvatar user={user} size={size} />}
  </ForUser>
)

const NamedAvatar = ({ size, user }: Required<Pick<UserAvatarProps, "user">> & Pick<UserAvatarProps, "size">) => {
  const name = userName(user)
  return (
    <span data-latchkey="root user-avatar" role="img" aria-label={name || undefined} aria-hidden={name === ""}>
      <Avatar name={name} imageUrl={user?.profileImageUrl} size={size} />
    </span>
  )
}

interface ForUserProps extends Pick<UserAvatarProps, "fallback"> {
  /** Rendered until the user is known. */
  readonly pending: ReactNode
  readonly children: (user: User) => ReactNode
}

/** Renders its children for the signed-in user. Another user has new children. */
export const ForUser = ({ children, fallback = null, pending }: ForUserProps): ReactNode => {
  const user = useUserState()
  if (user._tag === "Pending") return pending
  if (user._tag === "Failed" || user.value === null) return fallback
  return <Fragment key={user.value.id}>{children(user.value)}</Fragment>
}

/** Returns a user's name, or the email address if there is no name. */
export const userName = (user: UserAvatarProps["user"]): string => user?.displayName || user?.primaryEmail || ""

/** A circle with the same size while the user is loading. */
export const AvatarSkeleton = ({ size = "medium" }: Pick<AvatarProps, "size">): ReactNode => (
  <span data-latchkey="root avatar avatar-skeleton" data-size={size} data-shape="circle" aria-hidden="true" />
)
