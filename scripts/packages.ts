/**
 * The packages that each layer may import, Effect and Node's own modules excepted.
 *
 * `installed` packages are dependencies, or peer dependencies, of Latchkey. `bundled` packages are development dependencies:
 * the build compiles them into `dist/vendor`, so that `npm install latchkey` installs neither them nor their dependencies.
 */

/** Packages that npm installs beside Latchkey. */
export const installed: Readonly<Record<string, ReadonlyArray<string>>> = {
  platform: ["cookie"],
  auth: ["oauth4webapi"],
  "emulator/playwright": ["@playwright/test"],
  native: ["expo-crypto", "expo-linking", "expo-secure-store", "expo-web-browser"],
  next: ["next"],
  react: ["react", "react-dom"],
  replay: ["vitest"]
}

/** Packages that are part of Latchkey's own files. */
export const bundled: Readonly<Record<string, ReadonlyArray<string>>> = {
  auth: ["otpauth"],
  terminal: ["open"],
  emulator: [
    "@noble/curves",
    "@noble/hashes",
    "@simplewebauthn/server",
    "bcryptjs",
    "jose",
    "otpauth",
    "srvx",
    "standardwebhooks"
  ],
  platform: ["@simplewebauthn/browser"],
  react: ["uqr"],
  server: ["jose", "standardwebhooks"]
}

const bundledPackages = new Set(Object.values(bundled).flat())

/** Returns the package of an import: `@noble/hashes` for `@noble/hashes/sha2.js`. */
export const packageOf = (specifier: string): string =>
  specifier.split("/").slice(0, specifier.startsWith("@") ? 2 : 1).join("/")

/** Returns `true` if the build compiles an import into `dist/vendor`. */
export const isBundled = (specifier: string): boolean => bundledPackages.has(packageOf(specifier))

/** Returns the name of an import's file in `dist/vendor`: `noble-hashes-sha2.js` for `@noble/hashes/sha2.js`. */
export const vendorFile = (specifier: string): string =>
  `${specifier.replace(/^@/, "").replace(/\.js$/, "").replaceAll("/", "-")}.js`
