/** Waiting for an email of another process, such as a browser. */
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type { Emulator } from "../Emulator.ts"
import { type InboxFilter, NoMail } from "./inbox.ts"
import type { Mail } from "./mails.ts"

/** The time to wait. */
export interface WaitOptions {
  /** The maximum time to wait, 5 seconds by default. */
  readonly timeout?: Duration.Input | undefined
}

/**
 * Waits for the oldest email that matches and is not in `returned`, adds its id there, and returns it. Fails with `NoMail`
 * after `timeout`.
 */
export const waitForMail = Effect.fnUntraced(function*(
  emulator: Emulator["Service"],
  returned: Set<string>,
  { timeout = "5 seconds", ...filter }: InboxFilter & WaitOptions
): Effect.fn.Return<Mail, NoMail> {
  const limit = Duration.toMillis(Duration.fromInputUnsafe(timeout))
  const start = yield* Clock.currentTimeMillis
  while (true) {
    const mails = yield* emulator.inbox(filter)
    const mail = mails.find(({ id }) => !returned.has(id))
    if (mail !== undefined) {
      returned.add(mail.id)
      return mail
    }
    if ((yield* Clock.currentTimeMillis) - start >= limit) {
      if (mails.length === 0) yield* emulator.latestMail(filter)
      const message = `No further email within ${limit} ms: ` +
        `waitForMail has already returned ${mails.map(({ to, type }) => `${type} to ${to.join(", ")}`).join("; ")}. ` +
        "It returns each email once; inbox returns all of them."
      return yield* new NoMail({ message })
    }
    yield* Effect.sleep("20 millis")
  }
})
