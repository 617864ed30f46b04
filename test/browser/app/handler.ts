/** The route for links from emails, providers and redirects, with the app's own markup. */
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { HandlerPages } from "latchkey"
import { type Failure, run, type Services } from "./client.ts"
import { form, line } from "./dom.ts"

export const handler = async (): Promise<void> => line("…")(await run(Effect.map(HandlerPages.open, show)))

/** A button that continues to another page. */
const step = <E extends Failure>(title: string, next: Effect.Effect<HandlerPages.AnyPage, E, Services>): void =>
  form(title, [], () => run(Effect.map(next, show)))

/** A button that leaves the page. */
const leave = (title: string, next: Effect.Effect<void, Failure, Services>): void =>
  form(title, [], () => run(Effect.as(next, "Going away")))

/** Shows a page's actions, and its name. */
const show = (page: HandlerPages.AnyPage): string => {
  switch (page._tag) {
    case "SignIn": {
      const { magicLink, password } = page
      if (password !== undefined) {
        form(
          "Sign in",
          ["E-mail", "Password"],
          (values) =>
            run(Effect.map(password({ email: values["E-mail"], password: Redacted.make(values.Password) }), show))
        )
      }
      if (magicLink !== undefined) {
        form("Mail me a link", ["E-mail"], (values) => run(Effect.map(magicLink(values["E-mail"]), show)))
      }
      for (const { id, signIn } of page.providers) leave(`Sign in with ${id}`, signIn)
      if (page.signUp !== undefined) leave("Become a user", page.signUp)
      if (page.forgotPassword !== undefined) leave("Forgot the password", page.forgotPassword)
      return "Please sign in"
    }
    case "SignUp": {
      const { password } = page
      if (password !== undefined) {
        form("Sign up", ["E-mail", "Password", "Again"], (values) =>
          run(Effect.map(
            password({
              email: values["E-mail"],
              password: Redacted.make(values.Password),
              confirmation: Redacted.make(values.Again)
            }),
            show
          )))
      }
      return "Please sign up"
    }
    case "CodeSent":
      form("Sign in with the code", ["Code"], ({ Code }) => run(Effect.map(page.signIn(Redacted.make(Code)), show)))
      return "Look into your mails"
    case "ErrorPage":
      return `Error page: ${page.code ?? "unknown"}`
    case "OAuthFailed":
      return `${page.error._tag}: ${page.error.message}`
    case "MagicLinkCallback":
      step("Sign in with the link", page.signIn)
      return "The link is good"
    case "Mfa":
      form("Give the second factor", ["Code"], ({ Code }) => run(Effect.map(page.complete(Redacted.make(Code)), show)))
      return "There is a second factor"
    case "ForgotPassword":
      form("Mail me", ["E-mail"], ({ "E-mail": email }) => run(Effect.as(page.send(email), "Look into your mails")))
      return "Which address?"
    case "PasswordReset":
      form("Change the password", ["Password", "Again"], ({ Again, Password }) =>
        run(
          Effect.map(
            page.reset({ password: Redacted.make(Password), confirmation: Redacted.make(Again) }),
            show
          )
        ))
      return "Choose a new password"
    case "EmailVerification":
      step("Verify", page.verify)
      return "Is it yours?"
    case "EmailVerified":
      leave("Go on", page.proceed)
      return "The address is verified"
    case "TeamInvitation":
      step("Join", page.accept)
      return `You are invited to ${page.team.teamDisplayName}`
    case "TeamJoined":
      leave("Go on", page.proceed)
      return `You are in ${page.team.teamDisplayName}`
    case "CliAuthConfirm":
      step("Confirm", page.confirm)
      return `Shall the command line that shows ${page.displayCode} act for ${page.user.primaryEmail}?`
    case "CliConfirmed":
      return "Go back to the command line"
    case "EmailNotVerified":
      form("Send the email again", [], () => run(Effect.map(page.resend, (next) => next ? show(next) : "Email sent")))
      form("Use another address", ["E-mail"], (values) => run(Effect.map(page.changeEmail(values["E-mail"]), show)))
      step("Continue", page.check)
      step("Sign out", page.signOut)
      return `We sent a link to ${page.email}`
    case "AccountRestricted":
      step("Sign out", page.signOut)
      return `Restricted: ${page.text}`
    case "CodeRefused":
      leave("Start over", page.startOver)
      return `The link does not work: ${page.error._tag}`
    default:
      return `Page: ${page._tag}`
  }
}
