/** Finds this machine's engines beside Chromium. Run directly, it prints them, or what is missing. */
import { existsSync } from "node:fs"
import { delimiter, join } from "node:path"
import { firefox, webkit } from "playwright-core"

/** Programs of an engine. `playwright` is Playwright's own build; the other kinds are programs of the machine. */
export type Found =
  | { readonly kind: "playwright"; readonly path: string }
  | { readonly kind: "firefox"; readonly path: string }
  | { readonly kind: "webkit"; readonly driver: string; readonly display: string }

const findProgram = (names: ReadonlyArray<string>): string | undefined =>
  [...(process.env["PATH"] ?? "").split(delimiter), "/usr/bin"]
    .flatMap((folder) => names.map((name) => join(folder, name)))
    .find((path) => existsSync(path))

/** The path of an environment variable. */
const givenPath = (name: string): string | undefined => {
  const path = process.env[name]
  if (path === undefined || path === "") return undefined
  if (!existsSync(path)) throw new Error(`${name} names a file that does not exist: ${path}`)
  return path
}

/** Firefox of `FIREFOX_PATH`, otherwise Playwright's build, otherwise the machine's. */
export const findFirefox = (): Found | undefined => {
  const given = givenPath("FIREFOX_PATH")
  if (given === undefined && existsSync(firefox.executablePath())) {
    return { kind: "playwright", path: firefox.executablePath() }
  }
  const macPath = "/Applications/Firefox.app/Contents/MacOS/firefox"
  const path = given ?? findProgram(["firefox-esr", "firefox"]) ?? (existsSync(macPath) ? macPath : undefined)
  return path === undefined ? undefined : { kind: "firefox", path }
}

/** Playwright's build of WebKit, otherwise the machine's WebKitGTK with its driver and a display. */
export const findWebKit = (): Found | undefined => {
  if (existsSync(webkit.executablePath())) return { kind: "playwright", path: webkit.executablePath() }
  const driver = findProgram(["WebKitWebDriver"])
  const display = findProgram(["Xvfb"])
  return driver === undefined || display === undefined ? undefined : { kind: "webkit", driver, display }
}

export const noFirefox =
  "There is no Firefox on this machine. Install one (Debian: apt-get install firefox-esr; any system: npx playwright install " +
  "firefox), or set FIREFOX_PATH."

export const noWebKit =
  "There is no WebKit on this machine. Install it (Debian: apt-get install webkit2gtk-driver xvfb; any system: npx playwright " +
  "install webkit)."

if (import.meta.main) {
  const missing = [[findFirefox(), noFirefox], [findWebKit(), noWebKit]].flatMap(([found, text]) =>
    found === undefined ? [text] : []
  )
  for (const text of missing) console.error(text)
  process.exitCode = missing.length
}
