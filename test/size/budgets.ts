import { readdirSync } from "node:fs"
import { resolve } from "node:path"
import { root } from "../../scripts/repository.ts"
import type { Flow, later } from "./flows.ts"

/** The maximum size of each fixture, in kB of minified and gzipped code, and its excluded code. */
export interface Budget {
  readonly fixture: string
  /** The module that is bundled instead of a file in `fixtures`, from the root. */
  readonly entry?: string
  /** With Effect in the bundle. */
  readonly bundled?: number
  /** With `effect` and `react` as externals. */
  readonly external?: number
  /** Loaded with `import()`. */
  readonly laterKB?: number
  /** The modules that the program loads with `import()`, and the size of their code. */
  readonly loads?: { readonly modules: ReadonlyArray<string>; readonly kB: number }
  /** The flows used by the program, for a fixture that must contain no others; unchecked if omitted. */
  readonly flows?: ReadonlyArray<Flow>
  /** The packages loaded on demand. */
  readonly later?: ReadonlyArray<keyof typeof later>
  /** Text that must be in the code: it proves that searching for it in other bundles is meaningful. */
  readonly having?: ReadonlyArray<string>
  /** Text that must not be in the code. */
  readonly without?: ReadonlyArray<string>
  /** Modules that must not be in the bundle, by the start of their path. */
  readonly withoutModules?: ReadonlyArray<string>
}

// Header names without their family's prefix.
const secretServerKey = "secret-server-key"
const superSecretAdminKey = "super-secret-admin-key"
const emulator = ["dist/src/emulator", "dist/vendor/bcryptjs", "dist/vendor/noble-curves"]
const elevated = ["dist/src/server", "dist/src/admin"]
const recorder = "dist/src/recorder"

/** Marks the logger of Effect, which is 2 kB: `Effect.ignore` and the functions that log contain it. */
const logger = "effect.fiberId"

// `Schema` is 14 kB.
const schema = "node_modules/effect/dist/Schema"

/** The translations of the React components. Apps import one. */
const languages = readdirSync(resolve(root, "react/entries/texts")).map((name) => name.replace(".ts", "")).toSorted()

const textsOf = (language: string): string => `dist/react/texts/${language}/`

/** For programs that contain `Metadata`, which accepts a `Schema`. */
const clientWithSchema = {
  without: [secretServerKey, superSecretAdminKey],
  withoutModules: [...emulator, ...elevated, ...languages.map(textsOf), recorder, "node_modules/effect/dist/Config.js"]
}
const client = {
  without: [...clientWithSchema.without, logger],
  withoutModules: [...clientWithSchema.withoutModules, schema]
}

const apiClient = [...emulator, "dist/vendor/jose", "dist/src/admin", "dist/src/server/authenticateRequest"]

const reactPages = ["dist/react/HandlerPage", "dist/react/pages", "dist/react/TestAuthProvider", "dist/src/pages"]
const reactClient = { ...client, withoutModules: [...client.withoutModules, ...reactPages] }

/**
 * The sizes of the bundles. The budgets of `sign-in`, `endpoints`, `react-user` and `react-core` (bundled) are requirements
 * of the project, except where a comment names a larger size: offline detection, and updates of cached values from responses,
 * came later, then the renewal of tokens by age and claims, the names of options and variables, the marks of ended sessions,
 * the detection of cut responses, shared network checks, marks of refresh tokens, and in React the checks for a revoked session,
 * with 0.35 kB, and the literal codes of errors, with 0.1 to 0.3 kB.
 * All others are the measured sizes with a margin of 0.2 to 0.3 kB. Lower them whenever a change permits it.
 */
export const budgets: ReadonlyArray<Budget> = [
  { fixture: "effect-runtime" },
  { fixture: "effect-layer" },
  { fixture: "effect" },
  { fixture: "three-endpoints", external: 9.4, flows: [], ...client },
  { fixture: "sign-in", bundled: 29.4, external: 14.3, laterKB: 8.2, flows: [], ...client },
  // Required: 26 external. `Sessions.foreignUse` is 0.04.
  { fixture: "endpoints", bundled: 44.6, external: 29.5, laterKB: 7.7, flows: [], ...client },
  { fixture: "environment", bundled: 30.8, external: 15.2, flows: [], ...client },
  { fixture: "browser", bundled: 36.1, external: 20.3, flows: ["navigation", "cookies"], ...client },
  // Another chunk that shares code with the first one costs 1.3 kB of exports, which apps with several chunks already have.
  {
    fixture: "recorder",
    bundled: 39.6,
    external: 22.4,
    flows: ["navigation", "cookies"],
    withoutModules: [...emulator, ...elevated, schema]
  },
  { fixture: "magic-link", bundled: 21.2, external: 7.9, flows: [], ...client },
  { fixture: "oauth-requests", bundled: 22.2, external: 8.9, flows: [], ...client },
  {
    fixture: "oauth",
    bundled: 28.3,
    external: 14.6,
    flows: ["oauth", "navigation", "continuation", "prompt"],
    ...client
  },
  {
    fixture: "react-native",
    bundled: 43.4,
    external: 25.4,
    flows: ["oauth", "navigation"],
    ...client,
    // The program itself uses `Effect.ignore`.
    without: clientWithSchema.without
  },
  { fixture: "oauth-callback", bundled: 27, external: 13.4, flows: ["oauth", "navigation"], ...client },
  { fixture: "passkey-requests", bundled: 21.4, external: 8.1, flows: [], ...client },
  {
    fixture: "passkey",
    bundled: 23.3,
    external: 9,
    flows: ["passkey"],
    later: ["@simplewebauthn/browser"],
    ...client
  },
  { fixture: "two-factor", bundled: 23.6, external: 9.9, flows: ["continuation"], later: ["otpauth"], ...client },
  { fixture: "two-factor-prompt", bundled: 21.7, external: 8.2, flows: ["prompt", "continuation"], ...client },
  { fixture: "email-code", bundled: 22, external: 8.6, flows: ["emailCode"], ...client },
  {
    fixture: "pages",
    // The marks of the last method, the typed email and the links cost 0.3. The page for consent loads later: its chunk shares
    // code with the first one, which costs 0.9, and 1.6 of exports without Effect.
    bundled: 39.3,
    external: 24.3,
    flows: ["pages", "navigation", "oauth", "continuation", "emailCode"],
    later: ["@simplewebauthn/browser"],
    ...client
  },
  { fixture: "cli-login", bundled: 22.8, external: 9, flows: ["cli"], ...client },
  {
    fixture: "everything",
    flows: ["navigation", "cookies", "oauth", "passkey", "continuation", "emailCode", "prompt", "cli", "pages"],
    ...clientWithSchema
  },
  {
    fixture: "promise",
    // Required: 45 bundled, and 18 that the example loads. All other functions load with their first call.
    bundled: 45,
    external: 28,
    // 4 kB are the methods to sign in again.
    // `auth.session.onForeignUse` is 0.3, and `auth.apiKeys.authorizeAgent` 0.9.
    laterKB: 62.8,
    loads: { modules: ["promise/client/signIn.js", "call/failures.js"], kB: 18 },
    flows: ["navigation", "cookies"],
    later: ["@simplewebauthn/browser", "otpauth"],
    ...client
  },
  // Required: 44 bundled.
  // The place in a session for the memory of own token requests is 0.05, here and in `react`.
  { fixture: "react-core", bundled: 47.2, external: 29.3, flows: ["navigation", "cookies"], ...client },
  { fixture: "react", bundled: 51.1, external: 33.3, flows: ["navigation", "cookies"], ...reactClient },
  {
    fixture: "react-pages",
    // The pages are finished components, with dialogs, menus, teams and all their texts. The messages for errors are shared with a
    // chunk for apps without `HandlerPage`, which costs 0.3. Rows that open, lists with a search, panels with a search, and the
    // appearance of the sign-in cost 8.6, and the outline of a page that opens 0.9. The page for team settings loads them, and
    // shares the parts of settings with them, which costs 1.7. The boxes of a code and the icons of results cost 0.2, and
    // the shape of settings that load 0.3. A recent sign-in before sensitive actions costs 3.1; its dialog loads when it opens.
    // The page for the consent to agents, the list of agents and their texts cost 3.3. The warning of a use by another device is 0.5.
    bundled: 108.8,
    external: 87.7,
    flows: ["navigation", "cookies", "oauth", "passkey", "continuation", "emailCode", "pages"],
    later: ["@simplewebauthn/browser", "otpauth", "uqr"],
    ...client
  },
  { fixture: "react-app", bundled: 45.6, external: 28, flows: ["navigation", "cookies"], ...reactClient },
  {
    fixture: "react-app-devtools",
    bundled: 45.6,
    external: 28,
    flows: ["navigation", "cookies"],
    ...reactClient,
    without: [...reactClient.without, "latchkey-devtools", "latchkey-recording"],
    withoutModules: [...reactClient.withoutModules, "dist/react/devtools/mountPanel"]
  },
  {
    fixture: "react-sign-in",
    // Required: 58 bundled. The form loads beside the project's settings.
    bundled: 58,
    external: 38.2,
    loads: { modules: ["react/pages/SignInPage.js"], kB: 5.6 },
    flows: ["navigation", "cookies", "continuation", "emailCode"],
    later: ["@simplewebauthn/browser"],
    ...client
  },
  // Required: 15 external.
  { fixture: "react-user", bundled: 33.3, external: 16.5, laterKB: 8, flows: [], ...reactClient },
  // At most 8 for each language is a requirement of the project. It was 7.4 for the largest, Arabic, before the wizard of
  // two-factor authentication and the other screens that came later. The page for the consent to agents costs 0.6 in each.
  ...languages.map((language): Budget => ({
    fixture: `react-texts/${language}`,
    entry: `dist/react/entries/texts/${language}.js`,
    bundled: 8.5,
    external: 8.5,
    flows: [],
    withoutModules: ["dist/src", ...["en", ...languages.filter((other) => other !== language)].map(textsOf)]
  })),
  {
    // It contains the cookies and the sign-out of the server's session.
    fixture: "server",
    flows: ["navigation", "cookies"],
    having: [secretServerKey, logger],
    without: [superSecretAdminKey],
    withoutModules: [...emulator, schema, "dist/src/admin"]
  },
  {
    // At most 20 external, for edge functions, is a requirement of the project.
    fixture: "verify",
    bundled: 31.4,
    external: 15,
    flows: [],
    without: [secretServerKey, superSecretAdminKey],
    withoutModules: [...emulator, schema, "dist/src/admin", "dist/src/server/Server", "dist/src/call/failures"]
  },
  {
    // A handler for Workers. It runs on servers, so it has no budget.
    fixture: "fetch",
    flows: ["cookies"],
    having: [secretServerKey],
    without: [superSecretAdminKey],
    withoutModules: [...emulator, schema, "dist/src/admin"]
  },
  {
    // The whole entry point. Required: 15 external. The names of cookies come with the result of an authentication.
    // Raised from 10.5 for the authorization server: its options are checked when an app starts, and its endpoints are `later`.
    // 0.1 and 0.2 are the descriptions of errors, and the schemes of editors.
    fixture: "mcp",
    entry: "dist/src/mcp.js",
    // Required: 15.
    external: 14.3,
    laterKB: 7.7,
    flows: ["cookies"],
    without: [superSecretAdminKey],
    withoutModules: [...emulator, "dist/src/admin"]
  },
  { fixture: "admin", flows: [], having: [superSecretAdminKey], withoutModules: [...emulator, schema] },
  { fixture: "http", flows: [], ...client },
  // The APIs of a client in a browser. Their schemas of errors use Effect's `Schema`, and no code that verifies tokens.
  // Another sign-in after a challenge of the server costs 0.7.
  { fixture: "http-api-client", external: 6.7, flows: [], without: client.without, withoutModules: apiClient },
  { fixture: "rpc-client", external: 3.4, flows: [], without: client.without, withoutModules: apiClient },
  { fixture: "emulator" }
]

/** Three endpoints must be at most this fraction of all endpoints, without Effect. */
export const shakenPart = 0.6

/**
 * The maximum size of the React adapter over the fixture `react-core`, in kB, without Effect and React. It was 4 before the checks
 * for a revoked session.
 */
export const adapterKB = 4.2

/** The maximum size of the stylesheet, in kB of gzipped CSS without comments: a requirement of the project. */
export const stylesheetKB = 8.5

/** The maximum size of `DevTools` in a bundle for production over the fixture `react-app`, in kB: a component without content. */
export const devToolsKB = 0.02

/** The maximum size of `SignIn` over the fixture `react-app`, in kB, without Effect and React, and without the form that it loads. */
export const signInKB = 10.3

/** The maximum size of a recorder over the app that it records, in kB, without the code that exports a recording. */
export const recorderKB = 2.1
