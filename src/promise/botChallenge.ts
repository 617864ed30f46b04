/** The bot challenge for sign-ups. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { BotChallenge as Reference, type BotChallengeRequest } from "../auth/BotChallenge.ts"
import { check, type InvalidOptions } from "../session/options.ts"
import { report } from "./client/makeListeners.ts"

/**
 * Returns a token from the widget, such as Cloudflare Turnstile, for the requested action. Without a token, the service decides
 * whether it requires one, and then requests a `visible` challenge. Without a second token, the call fails with
 * `BOT_CHALLENGE_REQUIRED`. If the function throws, the service learns that the widget could not be loaded.
 */
export type BotChallenge = (
  request: BotChallengeRequest
) => string | null | undefined | Promise<string | null | undefined>

/** The option for clients that sign users up. */
export type BotChallengeOptions = {
  /** The bot challenge for sign-ups, emails with a code or link, and providers. @generation 2026 */
  readonly botChallenge?: BotChallenge | undefined
}

/** @internal */
export const botChallengeNames = { botChallenge: true } as const

/** Adds the bot challenge to a client's services. @internal */
export const addBotChallenge = <R>(
  { botChallenge }: BotChallengeOptions,
  context: Context.Context<R>
): Effect.Effect<Context.Context<R>, InvalidOptions> =>
  botChallenge === undefined ? Effect.succeed(context) : Effect.as(
    check("botChallenge", typeof botChallenge === "function", "must be a function"),
    Context.add(context, Reference, (request) =>
      Effect.map(
        Effect.promise(async () => {
          try {
            return { token: await botChallenge(request) }
          } catch (error) {
            report(error)
            return undefined
          }
        }),
        (answer) =>
          answer === undefined
            ? { unavailable: true as const }
            : answer.token
            ? { token: Redacted.make(answer.token) }
            : undefined
      ))
  )
