/** Loads the texts in the user's language on demand. */
import type { TextOverrides } from "latchkey/react"

/** The translations. A bundler makes a file of each, and a browser loads one of them at most. */
const translations: Readonly<Record<string, () => Promise<TextOverrides>>> = {
  ar: async () => (await import("latchkey/react/texts/ar")).ar,
  de: async () => (await import("latchkey/react/texts/de")).de,
  es: async () => (await import("latchkey/react/texts/es")).es,
  fr: async () => (await import("latchkey/react/texts/fr")).fr,
  it: async () => (await import("latchkey/react/texts/it")).it,
  ja: async () => (await import("latchkey/react/texts/ja")).ja,
  ko: async () => (await import("latchkey/react/texts/ko")).ko,
  nl: async () => (await import("latchkey/react/texts/nl")).nl,
  pt: async () => (await import("latchkey/react/texts/pt-BR")).ptBR,
  zh: async () => (await import("latchkey/react/texts/zh-CN")).zhCN
}

/** Returns the texts for the first language that is supported, such as Portuguese for `pt-PT`; `undefined` means English. */
export const loadTexts = async (languages: ReadonlyArray<string>): Promise<TextOverrides | undefined> => {
  const codes = languages.map((language) => language.split("-")[0]!.toLowerCase())
  return translations[codes.find((code) => code === "en" || Object.hasOwn(translations, code)) ?? "en"]?.()
}
