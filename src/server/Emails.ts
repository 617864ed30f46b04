/**
 * Emails to users.
 *
 * @generation 2026
 */
import * as Effect from "effect/Effect"
import type { Errors } from "../call/Errors.ts"
import { trace } from "../call/trace.ts"
import * as wire from "../wire/emails.ts"
import { callAsServer, type Server } from "./ServerService.ts"

/** Errors from {@link send}. */
export type SendError = Errors<typeof wire.send>

/**
 * Sends an email to the users' primary addresses, and returns the ids of these users. The service delivers it later,
 * so the call does not report delivery failures.
 *
 * The content is HTML, a template or a draft. Fails with `RequiresCustomEmailServer` if the project has no email
 * server, and with `UserIdDoesNotExist` if one of the users does not exist. In both cases no email is sent.
 *
 * **Example** (An email to one user)
 *
 * ```ts
 * import { Emails } from "latchkey/server"
 *
 * const welcome = (userId: string) =>
 *   Emails.send({
 *     userIds: [userId],
 *     subject: "Welcome",
 *     html: "<p>Your account is ready.</p>",
 *     notificationCategoryName: "Transactional"
 *   })
 * ```
 */
export const send = (email: wire.UserEmail): Effect.Effect<ReadonlyArray<string>, SendError, Server> =>
  trace(
    "Emails.send",
    Effect.map(callAsServer(wire.send, { payload: email }), ({ results }) => results.map(({ userId }) => userId))
  )

export type { UserEmail } from "../wire/emails.ts"
