/**
 * A code that was good when its page was opened, and is not any more.
 *
 * @since 0.1.0
 */
import * as Effect from "effect/Effect"
import { open, type OpenedPage } from "../../src/pages/HandlerPages.ts"
import * as KnownErrors from "../../src/wire/KnownErrors.ts"
import type { OpenError, PageServices } from "./ShownPage.ts"

/** Opens the page again when its code is refused: it says why, and where there is another. */
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
      // Sound: it is not one of those that are excluded.
      : Effect.fail(error as Exclude<E, KnownErrors.VerificationCodeError>))

const tags: ReadonlyArray<unknown> = KnownErrors.VerificationCodeError

const isCodeError = (error: unknown): boolean =>
  typeof error === "object" && error !== null && "_tag" in error && tags.includes(error._tag)
