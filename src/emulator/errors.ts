/**
 * Errors that handlers of several kinds answer.
 *
 * @since 0.1.0
 */
import * as Effect from "effect/Effect"
import {
  CannotGetOwnUserWithoutUser,
  ContactChannelAlreadyUsedForAuthBySomeoneElse,
  SignUpNotEnabled,
  UserAuthenticationRequired,
  UserIdDoesNotExist,
  UserWithEmailAlreadyExists
} from "../wire/KnownErrors.ts"

/** @since 0.1.0 */
export const noOwnUser = /*#__PURE__*/ Effect.fail(
  new CannotGetOwnUserWithoutUser({ message: "The request is about \"me\", but no user is signed in", details: {} })
)

/** @since 0.1.0 */
export const userRequired = /*#__PURE__*/ Effect.fail(
  new UserAuthenticationRequired({ message: "This request requires a signed-in user", details: {} })
)

/** @since 0.1.0 */
export const emailTaken = (email: string): Effect.Effect<never, UserWithEmailAlreadyExists> =>
  Effect.fail(
    new UserWithEmailAlreadyExists({
      message: `A user with the email ${JSON.stringify(email)} already exists`,
      details: { email }
    })
  )

/** @since 0.1.0 */
export const signUpNotEnabled = /*#__PURE__*/ Effect.fail(
  new SignUpNotEnabled({
    message: "Creation of new accounts is not enabled for this project. Please ask the project owner to enable it.",
    details: {}
  })
)

/** @since 0.1.0 */
export const usedBySomeoneElse = (
  contactChannelValue: string | null,
  wouldWorkIfEmailWasVerified?: boolean
): Effect.Effect<never, ContactChannelAlreadyUsedForAuthBySomeoneElse> =>
  Effect.fail(
    new ContactChannelAlreadyUsedForAuthBySomeoneElse({
      message: `Another user already signs in with ${
        contactChannelValue === null ? "this email" : `the email ${JSON.stringify(contactChannelValue)}`
      }`,
      details: { type: "email", contactChannelValue, wouldWorkIfEmailWasVerified }
    })
  )

/** @since 0.1.0 */
export const noSuchUser = (userId: string): Effect.Effect<never, UserIdDoesNotExist> =>
  Effect.fail(new UserIdDoesNotExist({ message: `The user ${userId} does not exist`, details: { userId } }))
