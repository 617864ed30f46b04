/** The emulator with promises, for test runners: Playwright, Cypress, Vitest's browser mode and others. */

export {
  type Revealed,
  startEmulator,
  type TestEmulator,
  type TestMail,
  type TestSession,
  type TestUser
} from "./TestEmulator.ts"

export { type BrowserCookie, getSessionCookies } from "./control/browserCookies.ts"

export * as Faults from "./control/Faults.ts"

export { interceptFetch } from "./requests/interceptFetch.ts"

export { NoMail } from "./emails/inbox.ts"
