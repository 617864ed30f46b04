import type { User } from "../../src/account/CurrentUser.ts"

/** Returns the name of the signed-in user to show on a page. */
export const displayNameOf = ({ displayName, id, primaryEmail }: User): string => primaryEmail ?? displayName ?? id
