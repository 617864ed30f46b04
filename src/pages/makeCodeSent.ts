/** The steps of a sign-in with an email's six characters. */
import * as Effect from "effect/Effect"
import * as EmailCode from "../auth/EmailCode.ts"
import type { Client } from "../session/ClientService.ts"
import type { CodeSent, SendCode } from "./CodeSent.ts"
import { finishSignIn } from "./finishSignIn.ts"
import { startMethod } from "./lastMethod.ts"

/** Emails a sign-in code, and stores the state for a reload. */
export const sendCode: SendCode = (email) =>
  EmailCode.send({ email }).pipe(
    Effect.tap(EmailCode.keep),
    Effect.tap(startMethod("magicLink")),
    Effect.map(makeCodeSent)
  )

/** Restores the state of an email that was sent before a reload. */
export const restoreCodeSent: Effect.Effect<CodeSent | undefined, never, Client> = /*#__PURE__*/ Effect.map(
  EmailCode.restore,
  (kept) => kept && makeCodeSent(kept)
)

const makeCodeSent = (sent: EmailCode.SentCode): CodeSent => ({
  _tag: "CodeSent",
  email: sent.email,
  expiresAt: sent.expiresAt,
  signIn: (typed) => finishSignIn(sent.signIn(typed)),
  sendAgain: sendCode(sent.email),
  startOver: EmailCode.forget
})
