/** The app's home: the user, sign-in methods, the user's actions and sign-out. */
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Stream from "effect/Stream"
import {
  ConnectedAccounts,
  CurrentUser,
  Mfa,
  OAuth,
  Passkey,
  Password,
  Session,
  TeamInvitations,
  Teams,
  Totp
} from "latchkey"
import { run, start } from "./client.ts"
import { form, line } from "./dom.ts"

const whoAmI = Effect.map(
  CurrentUser.get(),
  (user) =>
    user === null ? "Nobody" : `You are ${user.primaryEmail}${user.primaryEmailVerified ? ", which is verified" : ""}`
)

export const home = (): void => {
  const showState = line("…")
  start(Stream.runForEach(Session.changes, ({ _tag }) => Effect.sync(() => showState(`Session: ${_tag}`))))
  waysIn()
  account()
}

const waysIn = (): void => {
  form(
    "Sign up",
    ["E-mail", "Password"],
    ({ "E-mail": email, Password: password }) =>
      run(Effect.andThen(Password.signUp({ email, password: Redacted.make(password) }), whoAmI))
  )

  form("Sign in", ["E-mail", "Password"], ({ "E-mail": email, Password: password }) =>
    run(
      Password.signIn({ email, password: Redacted.make(password) }).pipe(
        Mfa.orContinue,
        Effect.flatMap((result) => Mfa.isContinuation(result) ? askLater(result) : whoAmI)
      )
    ))

  form(
    "Sign in, and be asked",
    ["E-mail", "Password"],
    ({ "E-mail": email, Password: password }) =>
      run(Effect.andThen(Mfa.orAsk(Password.signIn({ email, password: Redacted.make(password) })), whoAmI))
  )

  form("Sign in with github", [], () => run(Effect.as(OAuth.signIn({ provider: "github" }), "Going away")))

  let giveUp = () => {}
  const givenUp = Effect.callback<string>((resume) => {
    giveUp = () => resume(Effect.succeed("Never mind"))
  })
  form("Sign in with a passkey", [], () =>
    run(
      Passkey.signIn().pipe(
        Effect.andThen(whoAmI),
        Effect.catchTag("PasskeyWebAuthnError", ({ details }) => Effect.succeed(`No passkey: ${details.code}`)),
        Effect.raceFirst(givenUp)
      )
    ))
  form("Give up", [], async () => {
    giveUp()
    return "…"
  })

  // A reload may separate the two factors.
  start(Effect.flatMap(Mfa.restore, (kept) => kept === undefined ? Effect.void : Effect.asVoid(askLater(kept))))
}

/** Requests the second factor with a form, which a reload restores. */
const askLater = (continuation: Mfa.Continuation): Effect.Effect<string> =>
  Effect.map(Mfa.keep(continuation), () => {
    form("Give the second factor", ["Code"], ({ Code: totp }) =>
      run(Effect.andThen(continuation.complete(Redacted.make(totp)), whoAmI)))
    return "There is a second factor"
  })

const account = (): void => {
  form("Who am I?", [], () => run(whoAmI))

  form(
    "What does the server say?",
    [],
    () =>
      run(Effect.flatMap(Session.authHeaders, ({ "x-stack-auth": header }) =>
        Effect.promise(async () => {
          const response = await fetch("/server/me", { headers: { "x-stack-auth": Redacted.value(header) } })
          return response.text()
        })))
  )

  form("My accounts", [], () =>
    run(Effect.map(
      CurrentUser.get({ or: "throw" }),
      ({ oauthProviders }) => `Accounts: ${oauthProviders.map(({ id }) => id).join(", ") || "none"}`
    )))

  form(
    "Link Spotify",
    [],
    () => run(Effect.as(OAuth.link({ provider: "spotify", scopes: ["playlist-read-private"] }), "Going to Spotify"))
  )

  form("My playlists", [], () =>
    run(Effect.map(
      ConnectedAccounts.get({ provider: "spotify", scopes: ["playlist-read-private"], or: "redirect" }),
      (account) => account === null ? "Going away" : `Playlists of ${account.email}`
    )))

  form("Add a passkey", [], () =>
    run(
      Passkey.register().pipe(
        Effect.as("There is a passkey now"),
        Effect.catchTag("PasskeyWebAuthnError", ({ details }) => Effect.succeed(`No passkey: ${details.code}`))
      )
    ))

  form("Turn on a second factor", [], () =>
    run(Effect.map(Totp.generate(), ({ secret, uri }) => {
      form("Confirm the second factor", ["Code"], ({ Code: code }) =>
        run(Effect.as(Totp.enable({ secret, code: Redacted.make(code) }), "There is a second factor now")))
      return `Scan ${Redacted.value(uri)}`
    })))

  form("Invite", ["E-mail", "Team"], ({ "E-mail": email, Team: displayName }) =>
    run(
      Teams.create({ displayName }).pipe(
        Effect.flatMap(({ id }) => TeamInvitations.send({ email, teamId: id })),
        Effect.as(`${email} is invited`)
      )
    ))

  form(
    "My teams",
    [],
    () => run(Effect.map(Teams.list, (teams) => `Teams: ${teams.map(({ displayName }) => displayName).join(", ")}`))
  )

  form("Sign out", [], () => run(Effect.as(Session.signOut, "Goodbye")))
}
