import type { User } from "../../src/account/CurrentUser.ts"

/** Whom a page tells people that they are. */
export const displayNameOf = ({ displayName, id, primaryEmail }: User): string => primaryEmail ?? displayName ?? id
