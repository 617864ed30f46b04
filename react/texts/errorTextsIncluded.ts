/** The English messages for errors inside the bundle, for tests: an error has its message immediately. */
import * as texts from "./en/errors.ts"

export type ErrorTexts = typeof texts

export const initialErrorTexts = texts

export const importErrorTexts = () => Promise.resolve(texts)
