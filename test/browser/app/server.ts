/** The app's server, which identifies users by the same cookies as the browser app, and signs them in as well. */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { Client, CurrentUser, Navigation, OAuth, Password, RequestHost, Session } from "latchkey"
import type { Failure } from "./client.ts"
import type { AppConfig } from "./config.ts"

const hostOf = (request: Request, config: AppConfig) =>
  Client.layer(config).pipe(
    Layer.provideMerge(RequestHost.layer(request, {
      projectId: config.projectId,
      urls: { oauthCallback: "/server/callback", afterSignUp: "/welcome" }
    }))
  )

type Services = Layer.Success<ReturnType<typeof hostOf>>

const routes: Readonly<Record<string, (request: Request) => Effect.Effect<string | void, Failure, Services>>> = {
  "/server/me": () =>
    Effect.map(CurrentUser.get(), (user) => user === null ? "Nobody" : `The server knows ${user.primaryEmail}`),

  "/server/sign-in": (request) =>
    Effect.gen(function*() {
      if (request.method !== "POST") return formPage
      const values = yield* Effect.promise(() => request.formData())
      const password = Redacted.make(String(values.get("Password")))
      yield* Password.signIn({ email: String(values.get("E-mail")), password })
      yield* Navigation.redirectAfterSignIn()
    }),

  "/server/github": () => OAuth.signIn({ provider: "github" }),

  "/server/callback": () => Effect.asVoid(OAuth.callbackAndRedirect),

  "/server/sign-out": () => Effect.andThen(Session.signOut, Navigation.redirectTo("afterSignOut"))
}

/** An API for `auth.fetch`. It reads no cookies, and refuses an access token that the service refuses. */
const echo = async (request: Request, { apiUrl, projectId, publishableClientKey }: AppConfig): Promise<Response> => {
  const token = /^Bearer (.+)$/.exec(request.headers.get("authorization") ?? "")?.[1]
  const user = token === undefined ? undefined : await fetch(`${apiUrl}/api/v1/users/me`, {
    headers: {
      "x-stack-access-type": "client",
      "x-stack-project-id": projectId,
      "x-stack-publishable-client-key": publishableClientKey,
      "x-stack-access-token": token
    }
  })
  if (!user?.ok) return new Response("Who are you?", { status: 401 })
  // Sound: the response of the service.
  const { primary_email: email } = await user.json() as { readonly primary_email: string }
  return new Response(`${await request.text()} of ${email}`)
}

/** Handles a request for a server-rendered page, or for the API. */
export const answer = (request: Request, config: AppConfig): Promise<Response> | undefined => {
  const { pathname } = new URL(request.url)
  if (pathname === "/promise/echo") return echo(request, config)
  const route = routes[pathname]
  return route && Effect.runPromise(
    route(request).pipe(
      Effect.catch(({ _tag, message }) => Effect.succeed(`${_tag}: ${message}`)),
      Effect.flatMap((text) => RequestHost.respond(text ?? "", { headers: { "content-type": "text/html" } })),
      Effect.provide(hostOf(request, config))
    )
  )
}

const formPage = `<!doctype html>
<title>App</title>
<link rel="icon" href="data:,">
<form method="post" aria-label="Sign in">
<label>E-mail <input name="E-mail"></label>
<label>Password <input name="Password" type="password"></label>
<button>Sign in</button>
</form>
`
