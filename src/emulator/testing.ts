/**
 * The emulator with promises, for test runners: Playwright, Cypress, Vitest's browser mode and others.
 *
 * @since 0.1.0
 */

/** @since 0.1.0 */
export {
  type Revealed,
  startEmulator,
  type TestEmulator,
  type TestMail,
  type TestSession,
  type TestUser,
  type TestUserOptions
} from "./TestEmulator.ts"

/** @since 0.1.0 */
export { type BrowserCookie, getSessionCookies, type SessionCookieOptions } from "./browserCookies.ts"

/** @since 0.1.0 */
export * as Faults from "./Faults.ts"

/** @since 0.1.0 */
export { interceptFetch } from "./interceptFetch.ts"

/** @since 0.1.0 */
export { NoMail } from "./inbox.ts"

/** @since 0.1.0 */
export type { WaitOptions } from "./waitForMail.ts"
