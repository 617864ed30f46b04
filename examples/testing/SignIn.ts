/**
 * An app's email sign-in: the views of its page, as values, and a rate limit. `SignIn.test.ts` tests it in the calling
 * fiber under a test clock, and `msw.test.ts` tests it as a page calls it.
 */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Stream from "effect/Stream"
import { Client, CurrentUser, KnownErrors, MagicLink, Session } from "latchkey"

/** The views of the page. */
export type View = Data.TaggedEnum<{
  Form: { readonly hint: string }
  MailSent: { readonly email: string }
  Home: { readonly greeting: string }
  Unreachable: {}
}>

const View = Data.taggedEnum<View>()

const hint = (hint: string) => Effect.succeed<View>(View.Form({ hint }))

/** The views for errors of both steps. */
const refusals = {
  // The user is still signed in while offline.
  ApiError: () => Effect.succeed(View.Unreachable()),
  SignUpNotEnabled: () => hint("Sign-ups are closed."),
  UserWithEmailAlreadyExists: () => hint("You already have an account. Sign in the way you did before.")
}

/** The callback page of the links, on a trusted domain of the project. */
const callbackUrl = "http://localhost:3000/magic-link"

/** The rate limit: emails per address in 15 minutes. */
const maxEmails = 3
const quarterHour = 15 * 60_000

/** The app's sign-in. */
export class SignIn extends Context.Service<SignIn, {
  /** Emails a sign-in link. */
  readonly send: (email: string) => Effect.Effect<View>
  /** Signs in with a link. */
  readonly follow: (link: string) => Effect.Effect<View>
  /** Returns the current view. */
  readonly open: Effect.Effect<View>
  /** The banner above all pages; empty while online. */
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
        const recent = (mails.get(email) ?? []).filter((at) => at > now - quarterHour)
        if (recent.length === maxEmails) {
          const minutes = Math.ceil((recent[0]! + quarterHour - now) / 60_000)
          return yield* hint(`We sent ${maxEmails} emails. You can request another one in ${minutes} minutes.`)
        }
        yield* MagicLink.send({ email, callbackUrl })
        mails.set(email, [...recent, now])
        return View.MailSent({ email })
      }).pipe(
        Effect.catchTags({
          ...refusals,
          BotChallengeFailed: () => hint("Something went wrong. Try again."),
          BotChallengeRequired: () => hint("Something went wrong. Try again."),
          RedirectUrlNotWhitelisted: Effect.die,
          RequestSchemaError: () => hint("Enter a valid email.")
        }),
        withClient
      ),
    follow: (link) =>
      MagicLink.signIn({ code: Redacted.make(new URL(link).searchParams.get("code") ?? "") }).pipe(
        Effect.andThen(open),
        Effect.catchTag(
          [...KnownErrors.VerificationCodeError, "RequestSchemaError"],
          () => hint("This link has expired or was already used. Request a new one.")
        ),
        Effect.catchTags({
          ...refusals,
          MultiFactorAuthenticationRequired: () => hint("Sign in with two-factor authentication."),
          SignUpRejected: () => hint("You can't sign up with this email.")
        }),
        withClient
      ),
    banner: Session.changes.pipe(
      Stream.map(({ _tag }) => _tag === "Stale" ? "You're offline." : ""),
      Stream.changes,
      Stream.provideService(Client.Client, client)
    )
  })
})
