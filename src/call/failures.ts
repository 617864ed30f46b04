/**
 * The code that only failures need: their interpretation, retries, the refresh of rejected tokens, and the rules of options.
 */

export { makeExpiredAccessToken, makeInvalidAccessToken } from "./accessTokenFailures.ts"

export { interpretReply } from "./interpretReply.ts"

export { makeUnsupportedGeneration } from "./makeUnsupportedGeneration.ts"

export { optionRules } from "./optionRules.ts"

export { makeOwnerNotSignedIn, recover } from "./recover.ts"

export { checkOnline, retry } from "./retry.ts"
