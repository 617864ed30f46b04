/** Known errors that several handlers fail with. */
import * as Effect from "effect/Effect"
import {
  CannotGetOwnUserWithoutUser,
  ContactChannelAlreadyUsedForAuthBySomeoneElse,
  SignUpNotEnabled,
  UserAuthenticationRequired,
  UserIdDoesNotExist,
  UserWithEmailAlreadyExists
} from "../../wire/KnownErrors.ts"
import type { ProjectRow } from "../state/rows.ts"

export const noCurrentUser = /*#__PURE__*/ Effect.fail(
  new CannotGetOwnUserWithoutUser({ message: "The request refers to \"me\", but no user is signed in", details: {} })
)

export const userRequired = /*#__PURE__*/ Effect.fail(
  new UserAuthenticationRequired({ message: "This request requires a signed-in user", details: {} })
)

export const emailTaken = (
  { generation }: ProjectRow,
  email: string,
  wouldWorkIfEmailWasVerified = false
): Effect.Effect<never, UserWithEmailAlreadyExists> =>
  Effect.fail(
    new UserWithEmailAlreadyExists({
      message: `A user with the email ${JSON.stringify(email)} already exists`,
      details: { email, ...(generation !== "2025" && { wouldWorkIfEmailWasVerified }) }
    })
  )

export const signUpNotEnabled = /*#__PURE__*/ Effect.fail(
  new SignUpNotEnabled({
    message: "Creation of new accounts is not enabled for this project. Please ask the project owner to enable it.",
    details: {}
  })
)

export const contactChannelTaken = (
  { generation }: ProjectRow,
  contactChannelValue: string | null,
  wouldWorkIfEmailWasVerified = false
): Effect.Effect<never, ContactChannelAlreadyUsedForAuthBySomeoneElse> =>
  Effect.fail(
    new ContactChannelAlreadyUsedForAuthBySomeoneElse({
      message: `Another user already signs in with ${
        contactChannelValue === null ? "this email" : `the email ${JSON.stringify(contactChannelValue)}`
      }`,
      details: { type: "email", contactChannelValue, ...(generation !== "2025" && { wouldWorkIfEmailWasVerified }) }
    })
  )

export const userNotFound = (userId: string): Effect.Effect<never, UserIdDoesNotExist> =>
  Effect.fail(new UserIdDoesNotExist({ message: `The user ${userId} does not exist`, details: { userId } }))
