/** The languages of the components. */
import type { TextOverrides } from "latchkey/react"

const modules = import.meta.glob<Readonly<Record<string, TextOverrides>>>("../../../react/entries/texts/*.ts")

const loaders = new Map(
  Object.entries(modules).map(([path, load]) => [/([\w-]+)\.ts$/.exec(path)![1]!, load] as const)
)

/** The codes of the languages, such as `pt-BR`. */
export const languages: ReadonlyArray<string> = ["en", ...loaders.keys()]

/** Returns a language's name in that language. */
export const nameOf = (code: string): string => {
  const name = new Intl.DisplayNames([code], { type: "language" }).of(code) ?? code
  return name.charAt(0).toLocaleUpperCase(code) + name.slice(1)
}

/** Loads the texts for a language; `undefined` for English, which the components contain. */
export const loadTexts = async (code: string): Promise<TextOverrides | undefined> => {
  const texts = await loaders.get(code)?.()
  return texts && Object.values(texts)[0]
}
