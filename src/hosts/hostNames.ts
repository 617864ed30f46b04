/** The names of the options for hosts. The layer that has the options holds the list complete. */
import { navigationNames } from "../navigation/navigationNames.ts"
import { cookieStoreNames } from "../session/cookieBackend.ts"

export const browserNames = { ...cookieStoreNames, ...navigationNames }

export const requestHostNames = { ...cookieStoreNames, ...navigationNames, origin: true } as const
