import * as Effect from "effect/Effect"
import * as KnownErrors from "../../src/wire/KnownErrors.ts"
import { usePageContext } from "../kit/PageContext.ts"
import type { OpenError, PageServices, ShownPage } from "./ShownPage.ts"

/** A step without its code's errors. It may also fail as opening the page does. */
type WithoutCodeErrors<A, E, R> = Effect.Effect<
  A | ShownPage | void,
  Exclude<E, KnownErrors.VerificationCodeError> | OpenError,
  R | PageServices
>

/**
 * Returns a function that wraps a step, so that a refused code opens the page again. The page then explains
 * why, and where to get a new code.
 */
export const useReopenIfCodeRefused = () => {
  const { reopen = Effect.void } = usePageContext()
  return <A, E, R>(step: Effect.Effect<A, E, R>): WithoutCodeErrors<A, E, R> =>
    Effect.catch(step, (error): WithoutCodeErrors<never, E, never> =>
      // Sound: the excluded errors open the page again.
      isCodeError(error) ? reopen : Effect.fail(error as Exclude<E, KnownErrors.VerificationCodeError>))
}

const tags: ReadonlyArray<unknown> = KnownErrors.VerificationCodeError

const isCodeError = (error: unknown): boolean =>
  typeof error === "object" && error !== null && "_tag" in error && tags.includes(error._tag)
