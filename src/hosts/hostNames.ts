/** The option names for browsers and requests. The layer with the options keeps the list complete. */
import { navigationNames } from "../navigation/navigationNames.ts"
import { cookieStoreNames } from "../session/cookieBackend.ts"

export const hostNames = { ...cookieStoreNames, ...navigationNames }
