/** The option names for requests. Apart from `hostNames.ts`, so that browsers do not load them. */
import { hostNames } from "./hostNames.ts"

export const requestHostNames = { ...hostNames, origin: true } as const
