/**
 * The code that only failures need: their interpretation, retries, the refresh of rejected tokens, and the rules of options.
 *
 * @since 0.1.0
 */

/** @since 0.1.0 */
export { makeExpiredAccessToken, makeInvalidAccessToken } from "./accessTokenFailures.ts"

/** @since 0.1.0 */
export { interpretReply } from "./interpretReply.ts"

/** @since 0.1.0 */
export { makeUnsupportedGeneration } from "./makeUnsupportedGeneration.ts"

/** @since 0.1.0 */
export { optionRules } from "./optionRules.ts"

/** @since 0.1.0 */
export { makeOwnerNotSignedIn, recover } from "./recover.ts"

/** @since 0.1.0 */
export { checkOnline, retry } from "./retry.ts"
