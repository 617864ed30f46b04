import { isObject, parseJson } from "../../src/wire/Json.ts"
import type { DevToolsProps, DockSide } from "./makeDevTools.ts"

/** The panel's tab names, in their order. */
export const tabs = ["Session", "Timeline", "Cache", "Permissions", "Cookies", "Redirects", "Emulator"] as const

/** A tab's name. */
export type Tab = typeof tabs[number]

/** The panel's settings. */
export interface Settings {
  readonly isOpen: boolean
  readonly dock: DockSide
  readonly tab: Tab
  /** The panel's height at the bottom, in pixels. */
  readonly height: number
  /** The panel's width at the right, in pixels. */
  readonly width: number
}

const key = "latchkey-devtools"

/** The limits for the panel's height and width, in pixels. The window may limit them further. */
export const sizeRange = { min: 200, max: 2000 } as const

/** Returns the settings from an earlier visit. Invalid ones are replaced by the component's properties. */
export const loadSettings = ({ dock = "bottom", initialIsOpen = false }: DevToolsProps): Settings => {
  const saved = parseJson(attempt((storage) => storage.getItem(key)) ?? "")
  const found = isObject(saved) ? saved : {}
  return {
    isOpen: typeof found["isOpen"] === "boolean" ? found["isOpen"] : initialIsOpen,
    dock: found["dock"] === "bottom" || found["dock"] === "right" ? found["dock"] : dock,
    tab: tabs.find((tab) => tab === found["tab"]) ?? "Session",
    height: readSize(found["height"], 420),
    width: readSize(found["width"], 480)
  }
}

/** Keeps the settings for later visits. */
export const saveSettings = (settings: Settings): void => {
  attempt((storage) => storage.setItem(key, JSON.stringify(settings)))
}

const readSize = (value: unknown, otherwise: number): number =>
  typeof value === "number" && value >= sizeRange.min && value <= sizeRange.max ? value : otherwise

const attempt = <A>(access: (storage: Storage) => A): A | undefined => {
  try {
    return access(localStorage)
  } catch {
    // The storage is full, or a sandboxed page must not access it.
    return undefined
  }
}
