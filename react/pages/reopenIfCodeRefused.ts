/**
 * Steps whose code became invalid after the page was opened.
 *
 * @since 0.1.0
 */
import * as Effect from "effect/Effect"
import { open, type OpenedPage } from "../../src/pages/HandlerPages.ts"
import * as KnownErrors from "../../src/wire/KnownErrors.ts"
import type { OpenError, PageServices } from "./ShownPage.ts"

/** Opens the page again if its code is refused. The page then explains why, and where to get a new code. */
export const reopenIfCodeRefused = <A, E, R>(
  step: Effect.Effect<A, E, R>
): Effect.Effect<A | OpenedPage, Exclude<E, KnownErrors.VerificationCodeError> | OpenError, R | PageServices> =>
  Effect.catch(step, (error): Effect.Effect<
    OpenedPage,
    Exclude<E, KnownErrors.VerificationCodeError> | OpenError,
    PageServices
  > =>
    isCodeError(error)
      ? open
      // Sound: the excluded errors were handled above.
      : Effect.fail(error as Exclude<E, KnownErrors.VerificationCodeError>))

const tags: ReadonlyArray<unknown> = KnownErrors.VerificationCodeError

const isCodeError = (error: unknown): boolean =>
  typeof error === "object" && error !== null && "_tag" in error && tags.includes(error._tag)
