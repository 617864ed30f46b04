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

Serves the authentication service from memory, for tests and for work offline.

Options:
  --port <number>              Port to listen on, 0 for any free one (default 8102)
  --host <name>                Address to listen on (default 127.0.0.1)
  --generation <year>          Generation of the service, 2025 or 2026 (default 2026)
  --project-id <uuid>          Id of the project (default ${Emulator.clientOptions.projectId})
  --publishable-key <key>      Its publishable client key (default ${Emulator.clientOptions.publishableClientKey})
  --secret-key <key>           Its secret server key (default ssk_emulator)
  --admin-key <key>            Its super secret admin key (default sak_emulator)
  --internal-publishable-key <key>
                               Publishable client key of the project internal, whose users own projects
                               (default ${Emulator.internalClientOptions.publishableClientKey})
  --internal-secret-key <key>  Its secret server key
  --internal-admin-key <key>   Its super secret admin key
  --passkey-challenge <text>   Challenge of every passkey ceremony, in base64url (default random)
  --oauth-page <url>           Page that OAuth sign-ins are redirected to (default the emulator's own)
  --help                       Show this text
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
  if (positionals.length !== 1 || positionals[0] !== "emulator") return yield* Effect.fail(help)
  const port = Number(values.port)
  if (!/^\d+$/.test(values.port) || port > 65_535) return yield* Effect.fail("The port must be a number up to 65535")
  const generation = Emulator.generations.find((generation) => generation === values.generation)
  if (generation === undefined) return yield* Effect.fail(`The generation must be ${Emulator.generations.join(" or ")}`)

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
      Console.log(`Latchkey emulator on ${url}

  generation               ${generation}
  project id               ${options.id ?? Emulator.clientOptions.projectId}
  publishable client key   ${options.publishableClientKey ?? Emulator.clientOptions.publishableClientKey}
  inbox                    ${url}/latchkey/inbox
  faults                   ${url}/latchkey/faults

Press Ctrl+C to stop; everything it holds is gone then.`)
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
