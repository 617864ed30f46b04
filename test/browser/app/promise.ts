/** The app with the Promise client, written like any program that knows no Effect. Its URL selects the content. */
import { type Callback, createAuthClient, type SecondFactor, type SentEmail } from "latchkey/promise"
import type { AppConfig } from "./config.ts"
import { form, line } from "./dom.ts"

// Sound: the page embeds the server's configuration.
const config = JSON.parse(document.getElementById("config")!.textContent!) as AppConfig

const auth = createAuthClient({
  ...config,
  redirectMethod: "window",
  urls: { handler: "/promise/handler", afterSignIn: "/promise", afterSignUp: "/promise/welcome" }
})

/** The text of an error. */
const textOf = ({ code, message }: { readonly code: string; readonly message: string }) => `${code}: ${message}`

const whoAmI = async (): Promise<string> => {
  const { data: user, error } = await auth.getUser()
  if (error) return textOf(error)
  return user === null ? "Nobody" : `You are ${user.primaryEmail}`
}

/** Shows a form for the second factor, or for the code of an email. */
const askForCode = (pending: SecondFactor | SentEmail): string => {
  const [title, text] = pending.status === "second-factor"
    ? ["Give the second factor", "There is a second factor"]
    : ["Sign in with the code", `Sent to ${pending.email}`]
  form(title!, ["Code"], async ({ Code }) => {
    const { data, error } = await pending.verify(Code)
    if (error) return textOf(error)
    return data.status === "second-factor" ? askForCode(data) : whoAmI()
  })
  return text!
}

const showCallback = (callback: Callback): string => {
  switch (callback.kind) {
    case "oauth":
    case "magic-link":
      if (callback.status === "second-factor") return askForCode(callback)
      line(`Continue at ${callback.returnTo}${callback.isNewUser ? ", a new user" : ""}`)
      return `Signed in by ${callback.kind}`
    case "email-verification":
      return "The address is verified"
    case "password-reset":
      form("Choose a password", ["Password"], async ({ Password }) => {
        const { error } = await callback.reset(Password)
        return error ? textOf(error) : "The password is changed"
      })
      return "Choose a new password"
    case "invitation":
      form("Join", [], async () => {
        const { error } = await callback.accept()
        return error ? textOf(error) : `You are in ${callback.teamDisplayName}`
      })
      return `You are invited to ${callback.teamDisplayName}`
    case "cli":
      return callback.displayCode
    case "reverification":
      return `Signed in again: ${callback.status}`
  }
}

/** Completes the link that opened the page. Components of React's StrictMode mount twice, and call it twice. */
const completeLink = async (): Promise<void> => {
  const show = line("…")
  const [{ data, error }, second] = await Promise.all([auth.handleCallback(), auth.handleCallback()])
  if (data !== second.data || error !== second.error) line("The second call has another result")
  show(error ? textOf(error) : data === null ? "No link" : showCallback(data))
}

const waysIn = (): void => {
  form("Sign up", ["E-mail", "Password"], async ({ "E-mail": email, Password: password }) => {
    const { error } = await auth.signUp.password({ email, password })
    return error ? textOf(error) : whoAmI()
  })
  form("Sign in", ["E-mail", "Password"], async ({ "E-mail": email, Password: password }) => {
    const { data, error } = await auth.signIn.password({ email, password })
    if (error) return textOf(error)
    return data.status === "second-factor" ? askForCode(data) : whoAmI()
  })
  form("Mail me a link", ["E-mail"], async ({ "E-mail": email }) => {
    const { data, error } = await auth.signIn.email({ email })
    return error ? textOf(error) : askForCode(data)
  })
  form("Sign in with github", [], async () => {
    const { error } = await auth.signIn.oauth("github")
    return error ? textOf(error) : "Still here"
  })
  form("Sign in with a passkey", [], async () => {
    const { data, error } = await auth.signIn.passkey()
    if (error) return textOf(error)
    return data.status === "second-factor" ? askForCode(data) : whoAmI()
  })
}

const account = (): void => {
  form("Who am I?", [], whoAmI)
  form("Add a passkey", [], async () => {
    const { error } = await auth.passkeys.register()
    return error ? textOf(error) : "There is a passkey now"
  })
  form("Turn on a second factor", [], async () => {
    const { data: setup, error } = await auth.totp.generate()
    if (error) return textOf(error)
    form("Confirm the second factor", ["Code"], async ({ Code }) => {
      const { error } = await setup.enable(Code)
      return error ? textOf(error) : "There is a second factor now"
    })
    return `Scan ${setup.uri}`
  })
  form("New team", ["Name"], async ({ Name: displayName }) => {
    const { data: team, error } = await auth.teams.create({ displayName })
    if (error) return textOf(error)
    return `${team.displayName}, may invite: ${await auth.can("$invite_members", { team: team.id })}`
  })
  form("Refresh", [], async () => {
    const { error } = await auth.session.refresh()
    return error ? textOf(error) : "Refreshed"
  })
  form("What does the server say?", [], async () => {
    const response = await auth.fetch("/promise/echo", { method: "POST", body: "the body" })
    return `${response.status}: ${await response.text()}`
  })
  form("What does another site say?", [], async () => {
    const outcome = await auth.fetch("https://other.example.test/").then(() => "A response", String)
    return outcome
  })
  form("Sign out", [], async () => {
    const { error } = await auth.signOut()
    return error ? textOf(error) : "Goodbye"
  })
}

const showSession = line("…")
auth.session.subscribe(({ status }) => showSession(`Session: ${status}`))

/** The text has the number of changes, so that a superfluous one is visible. */
const showChanges = line("…")
const changes: Array<string> = []
auth.onChange((state) => {
  changes.push(state.status)
  showChanges(`Changes: ${changes.join(", ")}.`)
})

const showTeams = line("…")
auth.teams.subscribe(({ data, status }) => {
  showTeams(`Teams: ${data?.map(({ displayName }) => displayName).join(", ") ?? status}.`)
})

waysIn()
account()
if (location.pathname.startsWith("/promise/handler/")) await completeLink()
else {
  const { data: pending } = await auth.signIn.pending()
  if (pending !== null) line(askForCode(pending))
}
line("Ready")
