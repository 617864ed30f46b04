/** Finds this machine's Chromium. Run directly, it prints the paths, and fails if a test would find none. */
import { existsSync } from "node:fs"
import { homedir } from "node:os"
import { resolve } from "node:path"

/** The usual paths of Chromium, and of Chrome, which works as well. */
const usualPlaces = (): ReadonlyArray<string> => {
  switch (process.platform) {
    case "darwin":
      return ["/Applications", resolve(homedir(), "Applications")].flatMap((folder) =>
        ["Chromium", "Google Chrome"].map((name) => `${folder}/${name}.app/Contents/MacOS/${name}`)
      )
    case "win32":
      return ["ProgramFiles", "ProgramFiles(x86)", "LocalAppData"].flatMap((name) => {
        const folder = process.env[name]
        const apps = ["Chromium", "Google/Chrome"]
        return folder === undefined ? [] : apps.map((app) => resolve(folder, app, "Application/chrome.exe"))
      })
    default:
      return [
        // Draws no window: the tests take half of the time.
        "/usr/bin/chromium-headless-shell",
        ...["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"].map((name) => `/usr/bin/${name}`),
        "/snap/bin/chromium"
      ]
  }
}

/** The browser of `CHROMIUM_PATH`, otherwise one at a usual path. */
export const findChromium = (): string | undefined => {
  const { CHROMIUM_PATH: given } = process.env
  if (given === undefined || given === "") return usualPlaces().find((path) => existsSync(path))
  if (!existsSync(given)) throw new Error(`CHROMIUM_PATH names a file that does not exist: ${given}`)
  return given
}

/**
 * The browser of `CHROMIUM_FULL_PATH`, otherwise one at a usual path, but not the headless shell, which lacks features such
 * as device-bound sessions.
 */
export const findFullChromium = (): string | undefined => {
  const { CHROMIUM_FULL_PATH: given } = process.env
  if (given !== undefined && given !== "") {
    if (!existsSync(given)) throw new Error(`CHROMIUM_FULL_PATH names a file that does not exist: ${given}`)
    return given
  }
  return usualPlaces().find((path) => !path.includes("headless-shell") && existsSync(path))
}

export const noChromium =
  "There is no Chromium on this machine. Install one (Debian: apt-get install chromium-headless-shell), or set " +
  "CHROMIUM_PATH to a Chromium or a Chrome."

export const noFullChromium =
  "There is no Chromium with device-bound sessions on this machine. Install one (Debian: apt-get install chromium), or set " +
  "CHROMIUM_FULL_PATH to a Chromium or a Chrome that is not the headless shell."

if (import.meta.main) {
  const [path, full] = [findChromium(), findFullChromium()]
  console.log(path ?? noChromium)
  if (full !== path) console.log(full ?? noFullChromium)
  process.exitCode = path === undefined || full === undefined ? 1 : 0
}
