/** The option names for hosts. The layer with the options keeps the list complete. */
import { navigationNames } from "../navigation/navigationNames.ts"
import { cookieStoreNames } from "../session/cookieBackend.ts"

export const browserNames = { ...cookieStoreNames, ...navigationNames }

export const requestHostNames = { ...cookieStoreNames, ...navigationNames, origin: true } as const
