import type { User } from "../../src/account/CurrentUser.ts"

/** Returns the signed-in user's name to show on a page. */
export const displayNameOf = ({ displayName, id, primaryEmail }: User): string => primaryEmail ?? displayName ?? id
