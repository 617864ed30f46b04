/** The appearance of a story, as query parameters. */
import type { TextOverrides } from "latchkey/react"
import { languages } from "./languages.ts"

export interface Settings {
  /** `undefined` follows the system. */
  readonly theme: "light" | "dark" | undefined
  /** `undefined` follows the language. */
  readonly direction: "ltr" | "rtl" | undefined
  readonly language: string
}

/** Reads the settings of a URL. Ignores invalid ones. */
export const readSettings = (query: string): Settings => {
  const params = new URLSearchParams(query)
  const [theme, direction, language = ""] = ["theme", "dir", "lang"].map((name) => params.get(name) ?? undefined)
  return {
    theme: theme === "light" || theme === "dark" ? theme : undefined,
    direction: direction === "ltr" || direction === "rtl" ? direction : undefined,
    language: Object.hasOwn(languages, language) ? language : "en"
  }
}

/** Returns the query of settings. */
export const writeSettings = ({ direction, language, theme }: Settings): string => {
  const params = new URLSearchParams({
    ...theme && { theme },
    ...direction && { dir: direction },
    ...language !== "en" && { lang: language }
  })
  return params.size === 0 ? "" : `?${params}`
}

/** Loads the texts of a language in a direction. */
export const loadTexts = async ({ direction, language }: Settings): Promise<TextOverrides> => {
  const texts: TextOverrides = await languages[language]!.load()
  return direction === undefined ? texts : { ...texts, locale: { ...texts.locale, direction } }
}
