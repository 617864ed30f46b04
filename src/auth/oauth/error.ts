/**
 * The texts for errors of OAuth flows. The service adds such an error to the address of a page, to which every site can link
 * with any other text: only a known code counts.
 *
 * @since 0.1.0
 */
import { type ErrorCode, isErrorCode, textOf } from "./errorTexts.ts"

/**
 * An error of a flow, as a page shows it.
 *
 * @category models
 * @since 0.1.0
 */
export interface RedirectedError {
  /** `undefined` for a code without a text. */
  readonly code: ErrorCode | undefined
  /** The text for the user. Never a text of the address. */
  readonly text: string
}

/**
 * Returns the error that the service has added to an address, or `undefined` if there is none. An unknown code has a general
 * text. Never throws.
 *
 * **Example** (A page for errors)
 *
 * ```ts
 * import * as Effect from "effect/Effect"
 * import { OAuth, Page } from "latchkey"
 *
 * const text = Effect.gen(function*() {
 *   const page = yield* Page.Page
 *   return OAuth.errorOf(yield* page.url)?.text ?? "Something went wrong."
 * })
 * ```
 *
 * @category parsing
 * @since 0.1.0
 */
export const errorOf = (address: string | URL): RedirectedError | undefined => {
  const code = URL.canParse(address) ? new URL(address).searchParams.get("errorCode") : null
  if (code === null) return undefined
  return isErrorCode(code)
    ? { code, text: textOf(code) }
    : { code: undefined, text: "Sign-in failed. Try again." }
}

/** @since 0.1.0 */
export type { ErrorCode } from "./errorTexts.ts"
