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
  { fixture: "three-endpoints", external: 9.3, flows: [], ...client },
  { fixture: "sign-in", bundled: 44, external: 13, flows: [], ...client },
  { fixture: "endpoints", bundled: 60.4, external: 24.8, flows: [], ...client },
  { fixture: "browser", bundled: 49.4, external: 17.8, flows: ["navigation", "cookies"], ...client },
  { fixture: "magic-link", bundled: 37.3, external: 8.7, flows: [], ...client },
  { fixture: "oauth-requests", bundled: 39, external: 10.1, flows: [], ...client },
  {
    fixture: "oauth",
    bundled: 45.8,
    external: 14.9,
    flows: ["oauth", "navigation", "continuation", "prompt"],
    ...client
  },
  { fixture: "oauth-callback", bundled: 43.9, external: 13.2, flows: ["oauth", "navigation"], ...client },
  { fixture: "passkey-requests", bundled: 37.9, external: 9.2, flows: [], ...client },
  {
    fixture: "passkey",
    bundled: 38.9,
    external: 10.1,
    flows: ["passkey"],
    later: ["@simplewebauthn/browser"],
    ...client
  },
  { fixture: "two-factor", bundled: 40.2, external: 10.7, flows: ["continuation"], later: ["otpauth"], ...client },
  { fixture: "two-factor-prompt", bundled: 38, external: 9.5, flows: ["prompt", "continuation"], ...client },
  { fixture: "email-code", bundled: 38.1, external: 9.5, flows: ["emailCode"], ...client },
  {
    fixture: "pages",
    bundled: 53.8,
    external: 21.1,
    flows: ["pages", "navigation", "oauth", "passkey", "continuation", "emailCode"],
    later: ["@simplewebauthn/browser"],
    ...client
  },
  { fixture: "cli-login", bundled: 38.4, external: 9.6, flows: ["cli"], ...client },
  {
    fixture: "everything",
    flows: ["navigation", "cookies", "oauth", "passkey", "continuation", "emailCode", "prompt", "cli", "pages"],
    ...client
  },
  {
    fixture: "promise",
    bundled: 90.5,
    external: 48.7,
    flows: ["navigation", "cookies", "oauth", "passkey", "continuation", "emailCode", "prompt", "cli", "pages"],
    ...client
  },
  { fixture: "promise-sign-in", bundled: 46.6, external: 14.3, flows: [], ...client },
  { fixture: "react-core", bundled: 58.7, external: 25.2, flows: ["navigation", "cookies", "oauth"], ...client },
  { fixture: "react", bundled: 62.9, external: 28.3, flows: ["navigation", "cookies", "oauth"], ...reactClient },
  {
    fixture: "react-pages",
    bundled: 82.6,
    external: 45.9,
    // The page for the second factor says what the prompt says.
    flows: ["navigation", "cookies", "oauth", "passkey", "continuation", "emailCode", "prompt", "pages"],
    later: ["@simplewebauthn/browser", "otpauth"],
    ...client
  },
  { fixture: "react-user", bundled: 47.4, external: 14.4, flows: [], ...reactClient },
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
