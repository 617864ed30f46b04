/** Known errors that several handlers fail with. */
import {
  CannotGetOwnUserWithoutUser,
  ContactChannelAlreadyUsedForAuthBySomeoneElse,
  SignUpNotEnabled,
  UserAuthenticationRequired,
  UserIdDoesNotExist,
  UserWithEmailAlreadyExists
} from "../../wire/KnownErrors.ts"
import type { ProjectRow } from "../state/rows.ts"
import { failWith } from "./failWith.ts"

export const noCurrentUser = /*#__PURE__*/ failWith(
  CannotGetOwnUserWithoutUser,
  "The request refers to \"me\", but no user is signed in"
)

export const userRequired = /*#__PURE__*/ failWith(UserAuthenticationRequired, "This request requires a signed-in user")

export const emailTaken = ({ generation }: ProjectRow, email: string, wouldWorkIfEmailWasVerified = false) =>
  failWith(UserWithEmailAlreadyExists, `A user with the email ${JSON.stringify(email)} already exists`, {
    email,
    ...(generation !== "2025" && { wouldWorkIfEmailWasVerified })
  })

export const signUpNotEnabled = /*#__PURE__*/ failWith(
  SignUpNotEnabled,
  "Creation of new accounts is not enabled for this project. Please ask the project owner to enable it."
)

export const contactChannelTaken = (
  { generation }: ProjectRow,
  contactChannelValue: string | null,
  wouldWorkIfEmailWasVerified = false
) =>
  failWith(
    ContactChannelAlreadyUsedForAuthBySomeoneElse,
    `Another user already signs in with ${
      contactChannelValue === null ? "this email" : `the email ${JSON.stringify(contactChannelValue)}`
    }`,
    { type: "email", contactChannelValue, ...(generation !== "2025" && { wouldWorkIfEmailWasVerified }) }
  )

export const userNotFound = (userId: string) =>
  failWith(UserIdDoesNotExist, `The user ${userId} does not exist`, { userId })
