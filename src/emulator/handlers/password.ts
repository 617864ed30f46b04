/** Handlers for passwords: sign-up, sign-in, change and reset. */
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import {
  EmailPasswordMismatch,
  PasswordAuthenticationNotEnabled,
  PasswordConfirmationMismatch,
  PasswordTooShort,
  UserDoesNotHavePassword
} from "../../wire/KnownErrors.ts"
import type * as wire from "../../wire/password.ts"
import { passwordLength } from "../../wire/passwordLength.ts"
import * as mails from "../emails/mails.ts"
import type { HandlersOf } from "../requests/Handler.ts"
import { reject } from "../requests/http.ts"
import { checkBotChallenge } from "../rules/botChallenge.ts"
import * as codes from "../rules/codes.ts"
import { emailTaken, signUpNotEnabled } from "../rules/errors.ts"
import { failUnless, failWith } from "../rules/failWith.ts"
import * as passwords from "../rules/passwords.ts"
import { signUp } from "../rules/signUpRules.ts"
import * as validation from "../rules/validation.ts"
import { findUserByAuthEmail, normalizeEmail } from "../state/projectTables.ts"
import type { ProjectRow } from "../state/rows.ts"
import { endSessions, signInOrRequireMfa } from "../state/sessionRows.ts"
import { toServerUser } from "../state/userRows.ts"
import { reportEvent } from "../webhooks/rows.ts"

const { min } = passwordLength

const checkEnabled = ({ config }: ProjectRow) =>
  failUnless(
    config.credentialEnabled,
    PasswordAuthenticationNotEnabled,
    "Password sign-in is not enabled in this project"
  )

const checkLongEnough = (password: string) =>
  failUnless(password.length >= min, PasswordTooShort, `Password too short. Minimum length is ${min}.`, {
    minLength: min
  })

export const passwordHandlers: HandlersOf<typeof wire> = {
  signIn: Effect.fnUntraced(function*({ payload, ...context }) {
    const { project } = context
    const password = Redacted.value(payload.password)
    yield* checkEnabled(project)
    const user = findUserByAuthEmail(project, payload.email)
    if (user === undefined || !passwords.matches(user, password)) {
      return yield* failWith(EmailPasswordMismatch, "Wrong email or password.")
    }
    return yield* signInOrRequireMfa(context, user)
  }),

  signUp: Effect.fnUntraced(function*({ payload, ...context }) {
    const { project } = context
    const { verificationCallbackUrl } = payload
    const email = normalizeEmail(project, payload.email)
    const password = Redacted.value(payload.password)
    yield* checkEnabled(project)
    if (verificationCallbackUrl !== undefined) yield* validation.checkTrustedUrl(project, verificationCallbackUrl)
    if (!project.config.signUpEnabled) return yield* signUpNotEnabled
    yield* checkBotChallenge(payload, "sign_up_with_credential")
    yield* checkLongEnough(password)
    if (findUserByAuthEmail(project, email) !== undefined) return yield* emailTaken(project, email)
    const user = yield* signUp(project, context.user, { authMethod: "password", headers: context.headers }, {
      primaryEmail: email,
      primaryEmailAuthEnabled: true,
      password: { plain: password }
    })
    // Setting a password ends the anonymous user's sessions.
    if (project.generation !== "2025") endSessions(project, user)
    if (verificationCallbackUrl !== undefined) {
      yield* mails.sendCode(project, { for: "contact-channel", userId: user.id, email }, verificationCallbackUrl)
    }
    return yield* signInOrRequireMfa(context, user, true)
  }),

  update: Effect.fnUntraced(function*({ payload, project, refreshToken, ...context }) {
    const oldPassword = Redacted.value(payload.oldPassword)
    const newPassword = Redacted.value(payload.newPassword)
    const user = yield* validation.requireUser(context.user)
    yield* checkEnabled(project)
    yield* checkLongEnough(newPassword)
    if (user.password === null) return yield* failWith(UserDoesNotHavePassword, "The user has no password")
    if (!passwords.matches(user, oldPassword)) {
      return yield* failWith(PasswordConfirmationMismatch, "The current password is wrong")
    }
    user.password = { plain: newPassword }
    endSessions(project, user, refreshToken)
    return { success: true as const }
  }),

  set: Effect.fnUntraced(function*({ payload, project, ...context }) {
    const password = Redacted.value(payload.password)
    const user = yield* validation.requireUser(context.user)
    yield* checkEnabled(project)
    yield* checkLongEnough(password)
    if (user.password !== null) return yield* reject(400, "The user already has a password")
    user.password = { plain: password }
    return { success: true as const }
  }),

  sendResetCode: Effect.fnUntraced(function*({ payload: { callbackUrl, email: given }, project }) {
    yield* checkEnabled(project)
    const email = normalizeEmail(project, given)
    // Users without a password can set one this way.
    const user = findUserByAuthEmail(project, email)
    if (user !== undefined) {
      yield* mails.sendCode(project, { for: "password-reset", userId: user.id, email }, callbackUrl)
    }
    return { success: "An email was sent if a user signs in with this address" }
  }),

  checkResetCode: ({ payload, project }) =>
    Effect.as(codes.check(project, "password-reset", payload.code), { isCodeValid: true as const }),

  reset: Effect.fnUntraced(function*({ payload, project }) {
    const password = Redacted.value(payload.password)
    const { purpose } = yield* codes.use(project, "password-reset", payload.code)
    yield* checkEnabled(project)
    yield* checkLongEnough(password)
    const user = project.users.get(purpose.userId)
    // The service has no known error for this case.
    if (user === undefined) return yield* reject(500, "The user no longer exists")
    user.password = { plain: password }
    endSessions(project, user)
    // Of the three password changes, the service reports only this one.
    reportEvent(project, "user.updated", () => toServerUser(project, user))
    return { success: true as const }
  })
}
