#!/usr/bin/env node
/**
 * The `latchkey` command line. Its only command is `emulator`.
 *
 * @since 0.1.0
 */
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { parseArgs } from "node:util"
import * as Emulator from "./emulator/Emulator.ts"
import { serve } from "./emulator/node.ts"

const help = `Usage: latchkey emulator [options]

Runs an in-memory emulator of the authentication service, for tests and offline development.

Options:
  --port <number>              Port to listen on, 0 for a free one (default 8102)
  --host <name>                Host name or address to listen on (default 127.0.0.1)
  --generation <year>          Generation of the service, 2025 or 2026 (default 2026)
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
  --help                       Show this help
`

const text = { type: "string" } as const

const parse = (args: ReadonlyArray<string>) =>
  parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      port: { type: "string", default: "8102" },
      host: { type: "string", default: "127.0.0.1" },
      generation: { type: "string", default: "2026" },
      "project-id": text,
      "publishable-key": text,
      "secret-key": text,
      "admin-key": text,
      "internal-publishable-key": text,
      "internal-secret-key": text,
      "internal-admin-key": text,
      "passkey-challenge": text,
      "oauth-page": text,
      help: { type: "boolean", default: false }
    }
  })

const secret = (key: string | undefined) => key === undefined ? undefined : Redacted.make(key)

const main = Effect.gen(function*() {
  const { positionals, values } = yield* Effect.try({
    try: () => parse(process.argv.slice(2)),
    catch: (error) => error instanceof Error ? error.message : String(error)
  })
  if (values.help) return yield* Console.log(help)
  if (positionals.length === 0) return yield* Effect.fail(help)
  if (positionals.length !== 1 || positionals[0] !== "emulator") {
    return yield* Effect.fail(`${help}\nUnknown command: ${positionals.join(" ")}`)
  }
  const port = Number(values.port)
  if (!/^\d+$/.test(values.port) || port > 65_535) {
    return yield* Effect.fail(`--port must be a number from 0 to 65535, not ${JSON.stringify(values.port)}`)
  }
  const generation = Emulator.generations.find((generation) => generation === values.generation)
  if (generation === undefined) {
    return yield* Effect.fail(
      `--generation must be ${Emulator.generations.join(" or ")}, not ${JSON.stringify(values.generation)}`
    )
  }

  const options: Emulator.ProjectOptions = {
    id: values["project-id"],
    publishableClientKey: values["publishable-key"],
    secretServerKey: secret(values["secret-key"]),
    superSecretAdminKey: secret(values["admin-key"])
  }
  const internal = {
    publishableClientKey: values["internal-publishable-key"],
    secretServerKey: secret(values["internal-secret-key"]),
    superSecretAdminKey: secret(values["internal-admin-key"])
  }
  yield* serve({ port, hostname: values.host }).pipe(
    Effect.mapError((error) => `The emulator cannot listen on ${values.host}:${port}: ${error.message}`),
    Effect.tap(({ url }) =>
      Console.log(`Latchkey emulator listening on ${url}

  generation               ${generation}
  project id               ${options.id ?? Emulator.clientOptions.projectId}
  publishable client key   ${options.publishableClientKey ?? Emulator.clientOptions.publishableClientKey}
  secret server key        ${
        // The default is public. A key from an option is not printed.
        options.secretServerKey === undefined
          ? Redacted.value(Emulator.serverOptions.secretServerKey)
          : "from --secret-key"}
  inbox                    ${url}/latchkey/inbox
  faults                   ${url}/latchkey/faults

Press Ctrl+C to stop. All data is in memory and is lost on exit.`)
    ),
    Effect.andThen(Effect.never),
    Effect.scoped,
    Effect.provide(Emulator.layerWithoutTransport({
      generation,
      project: options,
      internal,
      passkeyChallenge: values["passkey-challenge"],
      oauthPage: values["oauth-page"]
    }))
  )
})

const stop = new AbortController()
process.once("SIGINT", () => stop.abort())
process.once("SIGTERM", () => stop.abort())

Effect.runPromise(main, { signal: stop.signal }).catch((error: unknown) => {
  if (stop.signal.aborted) return
  console.error(String(error instanceof Error ? error.message : error))
  process.exitCode = 1
})
