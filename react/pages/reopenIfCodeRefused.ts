/** Steps whose code became invalid after the page was opened. */
import * as Effect from "effect/Effect"
import * as KnownErrors from "../../src/wire/KnownErrors.ts"
import { usePageContext } from "../kit/PageContext.ts"
import type { OpenError, PageServices, ShownPage } from "./ShownPage.ts"

/** Wraps a step, so that a refused code opens the page again. */
export type ReopenIfCodeRefused = <A, E, R>(
  step: Effect.Effect<A, E, R>
) => Effect.Effect<A | ShownPage | void, Exclude<E, KnownErrors.VerificationCodeError> | OpenError, R | PageServices>

/**
 * Returns a function that wraps a step, so that a refused code opens the page again. The page then explains
 * why, and where to get a new code.
 */
export const useReopenIfCodeRefused = (): ReopenIfCodeRefused => {
  const { reopen = Effect.void } = usePageContext()
  return <A, E, R>(step: Effect.Effect<A, E, R>) =>
    Effect.catch(step, (error): Effect.Effect<
      ShownPage | void,
      Exclude<E, KnownErrors.VerificationCodeError> | OpenError,
      PageServices
    > =>
      isCodeError(error)
        ? reopen
        // Sound: the excluded errors were handled above.
        : Effect.fail(error as Exclude<E, KnownErrors.VerificationCodeError>))
}

const tags: ReadonlyArray<unknown> = KnownErrors.VerificationCodeError

const isCodeError = (error: unknown): boolean =>
  typeof error === "object" && error !== null && "_tag" in error && tags.includes(error._tag)
