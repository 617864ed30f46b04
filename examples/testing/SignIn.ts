/**
 * How an app signs its users in by mail: what its page shows, as values, and a rule of its own. It knows nothing of its tests,
 * which stand beside it: `SignIn.test.ts` runs it in the calling fiber, under a test clock, and `msw.test.ts` as a page does.
 */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Stream from "effect/Stream"
import { Client, CurrentUser, KnownErrors, MagicLink, Session } from "latchkey"

/** What the page shows. */
export type View = Data.TaggedEnum<{
  Form: { readonly hint: string }
  MailSent: { readonly email: string }
  Home: { readonly greeting: string }
  Unreachable: {}
}>

const View = Data.taggedEnum<View>()

const hint = (hint: string) => Effect.succeed<View>(View.Form({ hint }))

/** What either step may meet. */
const refusals = {
  // Whoever is offline is still signed in.
  ApiError: () => Effect.succeed(View.Unreachable()),
  SignUpNotEnabled: () => hint("We take no new users at the moment."),
  UserWithEmailAlreadyExists: () => hint("Please sign in as you did before.")
}

/** The page on which links end, below one of the project's trusted domains. */
const callbackUrl = "http://localhost:3000/magic-link"

/** No more than so many mails to an address within a quarter of an hour. */
const mostMails = 3
const quarter = 15 * 60_000

/** The app's sign-in. */
export class SignIn extends Context.Service<SignIn, {
  /** Mails a link. */
  readonly send: (email: string) => Effect.Effect<View>
  /** Follows a link. */
  readonly follow: (link: string) => Effect.Effect<View>
  /** The page itself. */
  readonly open: Effect.Effect<View>
  /** What stands above every page, for as long as it holds. */
  readonly banner: Stream.Stream<string>
}>()("app/SignIn") {
  static readonly layer: Layer.Layer<SignIn, never, Client.Client> = Layer.effect(SignIn, Effect.suspend(() => make))
}

const make = Effect.gen(function*() {
  const client = yield* Client.Client
  const withClient = Effect.provideService(Client.Client, client)
  const mails = new Map<string, ReadonlyArray<number>>()

  const open = CurrentUser.get().pipe(
    Effect.flatMap((user) =>
      user === null
        ? hint("")
        : Effect.succeed(View.Home({ greeting: `Hello, ${user.displayName ?? user.primaryEmail}!` }))
    ),
    Effect.catchTag("ApiError", refusals.ApiError),
    withClient
  )

  return SignIn.of({
    open,
    send: (email) =>
      Effect.gen(function*() {
        const now = yield* Clock.currentTimeMillis
        const recent = (mails.get(email) ?? []).filter((at) => at > now - quarter)
        if (recent.length === mostMails) {
          const minutes = Math.ceil((recent[0]! + quarter - now) / 60_000)
          return yield* hint(`We have sent ${mostMails} mails. You can ask for another one in ${minutes} minutes.`)
        }
        yield* MagicLink.send({ email, callbackUrl })
        mails.set(email, [...recent, now])
        return View.MailSent({ email })
      }).pipe(
        Effect.catchTags({
          ...refusals,
          BotChallengeFailed: () => hint("Please try again."),
          BotChallengeRequired: () => hint("Please try again."),
          RedirectUrlNotWhitelisted: Effect.die,
          RequestSchemaError: () => hint("Is that your address?")
        }),
        withClient
      ),
    follow: (link) =>
      MagicLink.signIn({ code: Redacted.make(new URL(link).searchParams.get("code") ?? "") }).pipe(
        Effect.andThen(open),
        Effect.catchTag(
          [...KnownErrors.VerificationCodeError, "RequestSchemaError"],
          () => hint("This link is used up, or too old. We can mail you another one.")
        ),
        Effect.catchTags({
          ...refusals,
          MultiFactorAuthenticationRequired: () => hint("Please sign in with your second factor."),
          SignUpRejected: ({ details }) => hint(details.message)
        }),
        withClient
      ),
    banner: Session.changes.pipe(
      Stream.map(({ _tag }) => _tag === "Stale" ? "You are offline." : ""),
      Stream.changes,
      Stream.provideService(Client.Client, client)
    )
  })
})
