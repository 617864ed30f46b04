/** Handlers for invitations to sign in. */
import * as Effect from "effect/Effect"
import type * as wire from "../../wire/signInInvitations.ts"
import { deliver } from "../emails/mails.ts"
import type { HandlersOf } from "../requests/Handler.ts"
import * as validation from "../rules/validation.ts"

export const signInInvitationHandlers: HandlersOf<typeof wire> = {
  send: Effect.fnUntraced(function*({ payload: { callbackUrl, email }, project }) {
    yield* validation.checkTrustedUrl(project, callbackUrl)
    yield* deliver(project, {
      type: "sign_in_invitation",
      to: email,
      subject: `You are invited to sign in to ${project.displayName}`,
      text: `You have been invited to ${project.displayName}. Sign in or sign up here:\n\n${callbackUrl}\n`,
      link: callbackUrl
    })
    return { success: true as const }
  })
}
