/**
 * A command line program whose users sign in through the browser: `login`, `whoami`, `logout`. It stores the session in
 * a file, so that users sign in once.
 *
 * It requires a project, and an app with a confirmation page. `examples/cli-app.ts` is such an app on the emulator, and
 * prints how to run this program with it.
 */
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Client, CurrentUser, Session } from "latchkey"
import { CommandLine, FileTokenStore } from "latchkey/cli"
import { parseArgs } from "node:util"

const help = `Usage: cli <login|whoami|logout> [options]

Options, or environment variables:
  --app-url <url>          APP_URL                                      URL of the app with the confirmation page
  --api-url <url>          NEXT_PUBLIC_STACK_API_URL                    URL of the service (default: the hosted one)
  --project-id <uuid>      NEXT_PUBLIC_STACK_PROJECT_ID
  --publishable-key <key>  NEXT_PUBLIC_STACK_PUBLISHABLE_CLIENT_KEY
  --no-browser             Print the URL instead of opening the browser
  --help                   Show this help
`

const text = { type: "string" } as const

const parse = Effect.try({
  try: () =>
    parseArgs({
      allowPositionals: true,
      options: {
        "app-url": text,
        "api-url": text,
        "project-id": text,
        "publishable-key": text,
        "no-browser": { type: "boolean", default: false },
        help: { type: "boolean", default: false }
      }
    }),
  catch: (error) => new Error(error instanceof Error ? error.message : String(error))
})

const login = (options: CommandLine.SignInOptions) =>
  Effect.gen(function*() {
    yield* CommandLine.signIn(options)
    const user = yield* CurrentUser.get({ or: "throw" })
    yield* Console.log(`Signed in as ${user.primaryEmail ?? user.id}.`)
  })

const whoami = Effect.gen(function*() {
  const user = yield* CurrentUser.get()
  if (user === null) return yield* Effect.fail(new Error("Not signed in."))
  yield* Console.log(user.primaryEmail ?? user.id)
})

// The browser shares the session, so this signs the user out there too.
const logout = Effect.andThen(Session.signOut, Console.log("Signed out."))

const main = Effect.gen(function*() {
  const { positionals, values } = yield* parse
  if (values.help) return yield* Console.log(help)
  const projectId = values["project-id"] ?? process.env["NEXT_PUBLIC_STACK_PROJECT_ID"] ?? ""
  const openBrowser = !values["no-browser"]
  const appUrl = values["app-url"] ?? process.env["APP_URL"] ?? ""
  const commands = new Map<string, Effect.Effect<void, Error, Client.Client>>([
    ["login", login({ appUrl, openBrowser })],
    ["whoami", whoami],
    ["logout", logout]
  ])
  const command = positionals.length === 1 ? commands.get(positionals[0]!) : undefined
  if (command === undefined) return yield* Effect.fail(new Error(help))
  const client = Client.layerConfig({
    projectId,
    apiUrl: values["api-url"],
    publishableClientKey: values["publishable-key"]
  })
  const store = FileTokenStore.layer({ name: "latchkey-example", projectId })
  yield* Effect.provide(command, client.pipe(Layer.provide(store)))
})

const stop = new AbortController()
process.once("SIGINT", () => stop.abort())
process.once("SIGTERM", () => stop.abort())

Effect.runPromise(main, { signal: stop.signal }).catch((error: unknown) => {
  if (!stop.signal.aborted) console.error(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
})
