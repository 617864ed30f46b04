import { type Context, createContext, useContext, useMemo } from "react"
import { parse } from "../../src/platform/urlParameters.ts"
import { findUnknownName, type OptionNames } from "../../src/session/optionNames.ts"
import { InvalidOptions } from "../../src/session/options.ts"
import { useAuth } from "../Auth.ts"
import type { Appearance } from "./Appearance.ts"

const names: OptionNames<Appearance> = {
  logo: true,
  termsUrl: true,
  privacyUrl: true,
  layout: true,
  providers: true
}

const providerNames: OptionNames<NonNullable<Appearance["providers"]>> = { position: true, style: true }

/** The appearance that a component sets for its cards. */
export const AppearanceContext: Context<Appearance | undefined> = /*#__PURE__*/ createContext<Appearance | undefined>(
  undefined
)

/** Returns the appearance. Throws `InvalidOptions` for an unknown name or an invalid value. */
export const useAppearance = (): Appearance => {
  const ofApp = useAuth().appearance
  const own = useContext(AppearanceContext)
  return useMemo(() => check({ ...ofApp, ...own, providers: { ...ofApp?.providers, ...own?.providers } }), [ofApp, own])
}

/** The values that an option may have. */
const choices = (options: Appearance): ReadonlyArray<readonly [string, string | undefined, ReadonlyArray<string>]> => [
  ["layout", options.layout, ["all-at-once", "identifier-first"]],
  ["providers.position", options.providers?.position, ["top", "bottom"]],
  ["providers.style", options.providers?.style, ["auto", "label", "icon"]]
]

const check = (options: Appearance): Appearance => {
  const { logo, privacyUrl, termsUrl } = options
  const unknown = findUnknownName(options, names) ?? findUnknownName(options.providers, providerNames)
  if (unknown !== undefined) fail(unknown, "is unknown")
  if (termsUrl !== undefined && !isLink(termsUrl)) fail("termsUrl", "must be a relative, http or https URL")
  if (privacyUrl !== undefined && !isLink(privacyUrl)) fail("privacyUrl", "must be a relative, http or https URL")
  const images = typeof logo === "string"
    ? [logo]
    : logo !== undefined && "light" in logo
    ? [logo.light, logo.dark]
    : []
  if (!images.every((url) => isLink(url) || url.startsWith("data:image/"))) {
    fail("logo", "must be a relative, http or https URL, or an image in a data URL")
  }
  for (const [name, value, allowed] of choices(options)) {
    if (value !== undefined && !allowed.includes(value)) fail(name, `must be ${allowed.join(" or ")}`)
  }
  return options
}

const isLink = (url: string): boolean => /^https?:$/.test(parse(url, "https://app.invalid")?.protocol ?? "")

const fail = (name: string, rule: string): never => {
  throw new InvalidOptions({ option: `appearance.${name}`, message: `The option appearance.${name} ${rule}` })
}
