/**
 * The names of the options of hosts. The layer that has the options holds the list complete.
 *
 * @since 0.1.0
 */
import { navigationNames } from "../navigation/navigationNames.ts"
import { cookieStoreNames } from "../session/cookieStorage.ts"

/** @since 0.1.0 */
export const browserNames = { ...cookieStoreNames, ...navigationNames }

/** @since 0.1.0 */
export const requestHostNames = { ...cookieStoreNames, ...navigationNames, origin: true } as const
