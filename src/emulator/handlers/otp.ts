/** Handlers for sign-ins with a code or link sent by email. */
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { getRequestHeader } from "../../call/headers.ts"
import type * as wire from "../../wire/otp.ts"
import * as mails from "../emails/mails.ts"
import type { HandlersOf } from "../requests/Handler.ts"
import { reject } from "../requests/http.ts"
import { checkBotChallenge } from "../rules/botChallenge.ts"
import * as codes from "../rules/codes.ts"
import { emailTaken, signUpNotEnabled } from "../rules/errors.ts"
import { signUp } from "../rules/signUpRules.ts"
import { findUserByAuthEmail, normalizeEmail } from "../state/projectTables.ts"
import type { ProjectRow } from "../state/rows.ts"
import { signInOrRequireMfa } from "../state/sessionRows.ts"
import { hasVerifiedEmail } from "../state/userRows.ts"

const checkEnabled = ({ config }: ProjectRow) =>
  config.magicLinkEnabled
    ? Effect.void
    : Effect.fail(reject(403, "Magic links and codes are not enabled in this project"))

/**
 * Returns the user with a sign-in email, with codes enabled, or `undefined` if a new user will sign up. Fails if the email
 * is not verified, because the user might not own it.
 */
const holderOf = Effect.fnUntraced(function*(project: ProjectRow, email: string) {
  const user = findUserByAuthEmail(project, email)
  if (user === undefined) return project.config.signUpEnabled ? undefined : yield* signUpNotEnabled
  if (!hasVerifiedEmail(project, user, email)) return yield* emailTaken(project, email, true)
  user.otpAuthEnabled = true
  return user
})

/** Matches the official client's versions up to 2.5.37, which accept links only. */
const oldClient = /^\w+\s+@stackframe\/stack@(?:[01]\.\d+\.\d+|2\.(?:[0-4]\.\d+|5\.(?:[12]?\d|3[0-7])))$/

export const otpHandlers: HandlersOf<typeof wire> = {
  sendSignInCode: Effect.fnUntraced(function*({ headers, payload, project }) {
    const { callbackUrl, email: given } = payload
    yield* checkEnabled(project)
    yield* checkBotChallenge(payload, "send_magic_link_email")
    const email = normalizeEmail(project, given)
    yield* holderOf(project, email)
    const isOldClient = oldClient.test(getRequestHeader(headers, "client-version") ?? "")
    const row = yield* mails.sendCode(project, { for: "sign-in", email }, callbackUrl, { isOldClient })
    return { nonce: Redacted.make(codes.split(row).nonce) }
  }),

  signIn: Effect.fnUntraced(function*({ payload, ...context }) {
    const { project } = context
    const { purpose: { email } } = yield* codes.use(project, "sign-in", payload.code)
    const holder = yield* holderOf(project, email)
    if (holder !== undefined) return yield* signInOrRequireMfa(context, holder)
    yield* checkEnabled(project)
    const user = yield* signUp(project, context.user, { authMethod: "otp", headers: context.headers }, {
      primaryEmail: email,
      primaryEmailVerified: true,
      primaryEmailAuthEnabled: true,
      otpAuthEnabled: true
    })
    return yield* signInOrRequireMfa(context, user, true)
  }),

  checkCode: ({ payload, project }) =>
    Effect.as(codes.check(project, "sign-in", payload.code), { isCodeValid: true as const })
}
