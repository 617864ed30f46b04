import type { Flow, later } from "./flows.ts"

/** What each fixture may weigh, in kB of minified and gzipped code, and what must not be in it. */
export interface Budget {
  readonly fixture: string
  /** With Effect in the bundle. */
  readonly bundled?: number
  /** With `effect` and `react` left to the application. */
  readonly external?: number
  /** The flows that the program uses, for a fixture that is to have nothing of the others; left out, nobody looks. */
  readonly flows?: ReadonlyArray<Flow>
  /** The packages that are loaded when they are used. */
  readonly later?: ReadonlyArray<keyof typeof later>
  /** Text that must be in the code: it shows that looking for it elsewhere means something. */
  readonly having?: ReadonlyArray<string>
  /** Text that must not be in the code. */
  readonly without?: ReadonlyArray<string>
  /** Modules that must not be in the bundle, by the beginning of their path. */
  readonly withoutModules?: ReadonlyArray<string>
}

// Header names without their family's prefix.
const secretServerKey = "secret-server-key"
const superSecretAdminKey = "super-secret-admin-key"
const emulator = ["dist/src/emulator", "node_modules/bcryptjs/", "node_modules/@noble/curves/"]
const elevated = ["dist/src/server", "dist/src/admin"]

const client = {
  without: [secretServerKey, superSecretAdminKey],
  withoutModules: [...emulator, ...elevated]
}

const reactPages = ["dist/react/HandlerPage", "dist/react/pages", "dist/react/TestAuthProvider", "dist/src/pages"]
const reactClient = { ...client, withoutModules: [...client.withoutModules, ...reactPages] }

/**
 * What the bundles weigh, with a little room. The aims that the project began with were lower: 38 / 5 for `sign-in` and
 * 45 / 12 for `endpoints`; docs/performance.md says what stands between. A budget is lowered whenever a change allows it.
 */
export const budgets: ReadonlyArray<Budget> = [
  { fixture: "effect" },
  { fixture: "three-endpoints", external: 11.2, flows: [], ...client },
  { fixture: "sign-in", bundled: 45.7, external: 14.9, flows: [], ...client },
  { fixture: "endpoints", bundled: 62.1, external: 26.6, flows: [], ...client },
  { fixture: "browser", bundled: 51.1, external: 19.6, flows: ["navigation", "cookies"], ...client },
  { fixture: "magic-link", bundled: 38.4, external: 9.7, flows: [], ...client },
  { fixture: "oauth-requests", bundled: 40.2, external: 11.1, flows: [], ...client },
  {
    fixture: "oauth",
    bundled: 47,
    external: 16.1,
    flows: ["oauth", "navigation", "continuation", "prompt"],
    ...client
  },
  { fixture: "oauth-callback", bundled: 45.2, external: 14.3, flows: ["oauth", "navigation"], ...client },
  { fixture: "passkey-requests", bundled: 39.1, external: 10.2, flows: [], ...client },
  {
    fixture: "passkey",
    bundled: 40.1,
    external: 11.2,
    flows: ["passkey"],
    later: ["@simplewebauthn/browser"],
    ...client
  },
  { fixture: "two-factor", bundled: 41.5, external: 11.7, flows: ["continuation"], later: ["otpauth"], ...client },
  { fixture: "two-factor-prompt", bundled: 39.2, external: 10.4, flows: ["prompt", "continuation"], ...client },
  { fixture: "email-code", bundled: 39.2, external: 10.5, flows: ["emailCode"], ...client },
  {
    fixture: "pages",
    bundled: 55.4,
    external: 22.6,
    flows: ["pages", "navigation", "oauth", "passkey", "continuation", "emailCode"],
    later: ["@simplewebauthn/browser"],
    ...client
  },
  { fixture: "cli-login", bundled: 39.7, external: 10.7, flows: ["cli"], ...client },
  {
    fixture: "everything",
    flows: ["navigation", "cookies", "oauth", "passkey", "continuation", "emailCode", "prompt", "cli", "pages"],
    ...client
  },
  {
    fixture: "promise",
    bundled: 92.8,
    external: 51.1,
    flows: ["navigation", "cookies", "oauth", "passkey", "continuation", "emailCode", "prompt", "cli", "pages"],
    ...client
  },
  { fixture: "promise-sign-in", bundled: 48.2, external: 16, flows: [], ...client },
  { fixture: "react-core", bundled: 60.6, external: 27.2, flows: ["navigation", "cookies", "oauth"], ...client },
  { fixture: "react", bundled: 64.8, external: 30.4, flows: ["navigation", "cookies", "oauth"], ...reactClient },
  {
    fixture: "react-pages",
    bundled: 84.5,
    external: 47.9,
    // The page for the second factor says what the prompt says.
    flows: ["navigation", "cookies", "oauth", "passkey", "continuation", "emailCode", "prompt", "pages"],
    later: ["@simplewebauthn/browser", "otpauth"],
    ...client
  },
  { fixture: "react-user", bundled: 48.7, external: 15.6, flows: [], ...reactClient },
  {
    fixture: "server",
    flows: [],
    having: [secretServerKey],
    without: [superSecretAdminKey],
    withoutModules: [...emulator, "dist/src/admin"]
  },
  { fixture: "admin", flows: [], having: [superSecretAdminKey], withoutModules: emulator },
  { fixture: "http", flows: [], ...client },
  { fixture: "emulator" }
]

/** Using three endpoints must weigh at most this part of what all of them weigh, Effect not counted. */
export const shakenPart = 0.6

/** What React's adapter may weigh over the fixture `react-core`, in kB. Neither Effect nor React is counted. */
export const adapterKB = 4
