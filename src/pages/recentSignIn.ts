/**
 * The last sign-in on a page.
 *
 * The session changes before the step of a sign-in has ended. An app may then mount the page again or give it another URL, which
 * interrupts the step and opens the page for a user who has just signed in.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type { SignedInOrUp } from "../auth/startSession.ts"
import { Client } from "../session/ClientService.ts"
import { saveMethod } from "./lastMethod.ts"
import { forgetEmail } from "./typedEmail.ts"

/** The time in which a page that opens again belongs to the sign-in, in milliseconds. */
const recentMillis = 5000

const signIns = /*#__PURE__*/ new WeakMap<
  Client["Service"],
  { readonly signedIn: SignedInOrUp; readonly until: number }
>()

/** Records a sign-in on a page, and stores its method. */
export const recordSignIn = ({ isNewUser, tokens, userId }: SignedInOrUp): Effect.Effect<void, never, Client> =>
  Effect.flatMap(Client, (client) =>
    Effect.flatMap(Clock.currentTimeMillis, (now) => {
      signIns.set(client, { signedIn: { isNewUser, tokens, userId }, until: now + recentMillis })
      return Effect.andThen(saveMethod, forgetEmail)
    }))

/** Returns a user's sign-in on a page in the last 5 seconds, if any. */
export const recentSignIn = (userId: string): Effect.Effect<SignedInOrUp | undefined, never, Client> =>
  Effect.flatMap(Client, (client) =>
    Effect.map(Clock.currentTimeMillis, (now) => {
      const last = signIns.get(client)
      return last !== undefined && now < last.until && last.signedIn.userId === userId ? last.signedIn : undefined
    }))
