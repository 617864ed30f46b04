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

const check = (appearance: Appearance): Appearance => {
  const { layout = "all-at-once", logo, privacyUrl, providers = {}, termsUrl } = appearance
  const { position = "top", style = "auto" } = providers
  const unknown = findUnknownName(appearance, names) ?? findUnknownName(providers, providerNames)
  if (unknown !== undefined) fail(unknown, "is unknown")
  for (const [name, url] of Object.entries({ termsUrl, privacyUrl })) {
    if (url !== undefined && !isLink(url)) fail(name, "must be a relative, http or https URL")
  }
  const images = typeof logo === "string"
    ? [logo]
    : logo !== undefined && "light" in logo
    ? [logo.light, logo.dark]
    : []
  if (!images.every((url) => isLink(url) || url.startsWith("data:image/"))) {
    fail("logo", "must be a relative, http or https URL, or an image in a data URL")
  }
  if (!["all-at-once", "identifier-first"].includes(layout)) fail("layout", "must be all-at-once or identifier-first")
  if (!["top", "bottom"].includes(position)) fail("providers.position", "must be top or bottom")
  if (!["auto", "label", "icon"].includes(style)) fail("providers.style", "must be auto, label or icon")
  return appearance
}

const isLink = (url: string): boolean => /^https?:$/.test(parse(url, "https://app.invalid")?.protocol ?? "")

const fail = (name: string, rule: string): never => {
  throw new InvalidOptions({ option: `appearance.${name}`, message: `The option appearance.${name} ${rule}` })
}
