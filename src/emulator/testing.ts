/** The emulator with promises, for test runners: Playwright, Cypress, Vitest's browser mode and others. */

export {
  type Revealed,
  startEmulator,
  type TestEmulator,
  type TestMail,
  type TestSession,
  type TestUser,
  type TestUserOptions
} from "./TestEmulator.ts"

export { type BrowserCookie, getSessionCookies, type SessionCookieOptions } from "./browserCookies.ts"

export * as Faults from "./Faults.ts"

export { interceptFetch } from "./interceptFetch.ts"

export { NoMail } from "./inbox.ts"

export type { WaitOptions } from "./waitForMail.ts"
