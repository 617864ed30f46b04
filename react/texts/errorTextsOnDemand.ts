/**
 * The English messages for errors as a separate chunk. It loads once a form is shown, and is there before its first error. Tests
 * replace this module with `errorTextsIncluded.ts`.
 */

export type ErrorTexts = typeof import("./en/errors.ts")

export const initialErrorTexts: ErrorTexts | undefined = undefined

// Not `en/errors.ts` itself: bundlers warn about an import on demand that another module makes ineffective, such as `HandlerPage`.
export const importErrorTexts = async (): Promise<ErrorTexts> =>
  (await import("./errorTextsIncluded.ts")).initialErrorTexts
