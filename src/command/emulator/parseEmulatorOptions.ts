import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Emulator from "../../emulator/Emulator.ts"
import type { SeedUser } from "../../emulator/state/seed.ts"
import { isWebhookSecret } from "../../emulator/webhooks/rows.ts"
import { isWebhookUrl } from "../../emulator/webhooks/types.ts"
import { parseOptions } from "../Command.ts"
import { envKinds } from "./Connection.ts"

export const help = `Usage: latchkey emulator [options] [-- <command>]

Runs an in-memory emulator of the authentication service, for tests and offline development. It prints a .env file that
connects an app. With a command, such as "latchkey emulator -- vite", it runs the command with these variables, and stops
with it.

Options:
  --port <number>              Port to listen on, 0 for a free one (default 8102)
  --host <name>                Host name or address to listen on (default 127.0.0.1)
  --allow-origin <origin>      Origin of pages that may use the control endpoints; can be repeated
  --allow-host <name>          Other name of this computer, such as that of a container; can be repeated
  --env <next|vite|node>       Names of the variables in the printed .env file (default: those of the app in this folder)
  --user <email:password>      User to start with; can be repeated
  --webhook <url=secret>       Endpoint that receives webhooks, with its whsec_ secret; can be repeated
  --seed <file>                JSON file with users, teams and settings to start with, or an exported state
  --export <file>              Write the state to a file on exit, and on the signal SIGUSR2
  --persist <folder>           Keep the state in a folder between runs
  --generation <year>          Generation of the service, 2025 or 2026 (default 2026)
  --newest                     Also emulate what services after version 2.8.86 have
  --project-id <uuid>          Project ID (default ${Emulator.clientOptions.projectId})
  --publishable-key <key>      Publishable client key (default ${Emulator.clientOptions.publishableClientKey})
  --secret-key <key>           Secret server key (default ssk_emulator)
  --admin-key <key>            Super secret admin key (default sak_emulator)
  --internal-publishable-key <key>
                               Publishable client key of the project "internal", whose users own projects
                               (default ${Emulator.internalClientOptions.publishableClientKey})
  --internal-secret-key <key>  Secret server key of the project "internal"
  --internal-admin-key <key>   Super secret admin key of the project "internal"
  --passkey-challenge <text>   Fixed challenge for passkey ceremonies, in base64url (default random)
  --oauth-page <url>           Provider page that OAuth sign-ins redirect to (default the emulator's page)
  --version                    Show the version
  --help                       Show this help

Passwords and keys in the files of --export and --persist are in plain text. Do not use real ones.
`

const text = { type: "string" } as const
const texts = { type: "string", multiple: true, default: [] as Array<string> } as const

const config = {
  options: {
    port: { type: "string", default: "8102" },
    host: { type: "string", default: "127.0.0.1" },
    "allow-origin": texts,
    "allow-host": texts,
    env: text,
    user: texts,
    webhook: texts,
    seed: text,
    export: text,
    persist: text,
    generation: text,
    newest: { type: "boolean", default: false },
    "project-id": text,
    "publishable-key": text,
    "secret-key": text,
    "admin-key": text,
    "internal-publishable-key": text,
    "internal-secret-key": text,
    "internal-admin-key": text,
    "passkey-challenge": text,
    "oauth-page": text,
    version: { type: "boolean", default: false },
    help: { type: "boolean", default: false }
  }
} as const

export type EmulatorOptions = Exclude<Effect.Success<ReturnType<typeof parseEmulatorOptions>>, string>

/** Parses arguments. Fails with a message for the terminal. */
export const parseEmulatorOptions = Effect.fnUntraced(function*(
  args: ReadonlyArray<string>
) {
  const { values } = yield* parseOptions(args, config)
  if (values.help) return "help"
  if (values.version) return "version"
  const port = Number(values.port)
  if (!/^\d+$/.test(values.port) || port > 65_535) {
    return yield* Effect.fail(`--port must be a number from 0 to 65535, not ${JSON.stringify(values.port)}`)
  }
  const wrongOrigin = values["allow-origin"].find((origin) => !isOrigin(origin))
  if (wrongOrigin !== undefined) {
    return yield* Effect.fail(
      `--allow-origin must be an origin, such as https://app.example.com, not ${JSON.stringify(wrongOrigin)}`
    )
  }
  const wrongHost = values["allow-host"].find((name) => !isHostName(name))
  if (wrongHost !== undefined) {
    return yield* Effect.fail(
      `--allow-host must be a host name without a port, such as emulator, not ${JSON.stringify(wrongHost)}`
    )
  }
  for (const name of ["seed", "export", "persist"] as const) {
    if (values[name] === "") return yield* Effect.fail(`--${name} must be a path, not an empty string`)
  }
  const start = {
    generation: yield* parseChoice("generation", Emulator.generations, values.generation),
    projectId: values["project-id"],
    keys: {
      publishableClientKey: values["publishable-key"],
      secretServerKey: values["secret-key"],
      superSecretAdminKey: values["admin-key"]
    },
    internalKeys: {
      publishableClientKey: values["internal-publishable-key"],
      secretServerKey: values["internal-secret-key"],
      superSecretAdminKey: values["internal-admin-key"]
    },
    /** The path to a seed or an exported state. */
    seed: values.seed,
    users: yield* Effect.forEach(values.user, parseUser),
    webhooks: yield* Effect.forEach(values.webhook, parseWebhook)
  }
  return {
    start,
    port,
    host: values.host,
    allowedOrigins: values["allow-origin"],
    allowedHosts: values["allow-host"],
    env: yield* parseChoice("env", envKinds, values.env),
    export: values.export,
    persist: values.persist,
    newest: values.newest,
    passkeyChallenge: values["passkey-challenge"],
    oauthPage: values["oauth-page"]
  }
})

const parseChoice = <A extends string>(
  option: string,
  choices: ReadonlyArray<A>,
  value: string | undefined
): Effect.Effect<A | undefined, string> => {
  const found = choices.find((choice) => choice === value)
  return value === undefined || found !== undefined
    ? Effect.succeed(found)
    : Effect.fail(`--${option} must be ${choices.join(" or ")}, not ${JSON.stringify(value)}`)
}

const isOrigin = (text: string): boolean =>
  URL.canParse(text) && /^https?:$/.test(new URL(text).protocol) && new URL(text).origin === text.toLowerCase()

const isHostName = (text: string): boolean =>
  URL.canParse(`http://${text}`) && new URL(`http://${text}`).hostname === text.toLowerCase()

/** Parses the option `--webhook`. The URL may contain equals signs. */
const parseWebhook = (text: string): Effect.Effect<Emulator.WebhookEndpoint, string> => {
  const [, url = "", secret = ""] = /^(.+)=(whsec_.+)$/.exec(text) ?? []
  const redacted = Redacted.make(secret)
  // The text may contain a secret, so the message does not repeat it.
  return isWebhookUrl(url) && isWebhookSecret(redacted)
    ? Effect.succeed({ url, secret: redacted })
    : Effect.fail(
      "--webhook must be a URL and a whsec_ secret in Base64: --webhook http://localhost:3000/webhooks=whsec_…"
    )
}

/** Parses the option `--user`. The password may contain colons. */
const parseUser = (text: string): Effect.Effect<SeedUser & { readonly primaryEmail: string }, string> => {
  const [, primaryEmail, password] = /^([^:\s]+@[^:\s]+):(.+)$/.exec(text) ?? []
  // The text may contain a password, so the message does not repeat it.
  return primaryEmail === undefined || password === undefined
    ? Effect.fail("--user must be an email address and a password: --user ada@example.com:password")
    : Effect.succeed({ primaryEmail, primaryEmailVerified: true, password: Redacted.make(password) })
}
