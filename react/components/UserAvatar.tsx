/** A user's picture. */
import type { ReactNode } from "react"
import type { User } from "../../src/account/CurrentUser.ts"
import { Avatar, type AvatarProps } from "../kit/Avatar.tsx"
import { useUserState } from "../useUser.ts"

/** The properties of `UserAvatar`. */
export interface UserAvatarProps {
  /** The user. By default, the signed-in user. */
  readonly user?: Partial<Pick<User, "displayName" | "primaryEmail" | "profileImageUrl">> | undefined
  /** `medium` by default. */
  readonly size?: AvatarProps["size"]
  /** Rendered if no user is signed in. */
  readonly fallback?: ReactNode
}

/**
 * A user's picture, or the initials of their name or email address. It shows the signed-in user by default.
 *
 * **Example** (A comment with its author)
 *
 * ```tsx
 * import { UserAvatar, type UserAvatarProps } from "latchkey/react"
 *
 * const Comment = ({ author, text }: { readonly author: UserAvatarProps["user"]; readonly text: string }) => (
 *   <p><UserAvatar user={author} size="small" /> {text}</p>
 * )
 * ```
 */
export const UserAvatar = ({ user, ...props }: UserAvatarProps): ReactNode =>
  user === undefined ? <OwnAvatar {...props} /> : <NamedAvatar user={user} size={props.size} />

const OwnAvatar = ({ fallback = null, size }: Omit<UserAvatarProps, "user">): ReactNode => {
  const user = useUserState()
  switch (user._tag) {
    case "Pending":
      return <AvatarSkeleton size={size} />
    case "Failed":
      return fallback
    case "Ready":
      return user.value === null ? fallback : <NamedAvatar user={user.value} size={size} />
  }
}

const NamedAvatar = ({ size, user }: Required<Pick<UserAvatarProps, "user">> & Pick<UserAvatarProps, "size">) => {
  const name = userName(user)
  return (
    <span data-latchkey="root user-avatar" role="img" aria-label={name || undefined} aria-hidden={name === ""}>
      <Avatar name={name} imageUrl={user?.profileImageUrl} size={size} />
    </span>
  )
}

/** Returns a user's name, or the email address of a user without a name. */
export const userName = (user: UserAvatarProps["user"]): string => user?.displayName || user?.primaryEmail || ""

/** A circle of the same size while the user is loading. */
export const AvatarSkeleton = ({ size = "medium" }: Pick<AvatarProps, "size">): ReactNode => (
  <span data-latchkey="root avatar avatar-skeleton" data-size={size} data-shape="circle" aria-hidden="true" />
)
