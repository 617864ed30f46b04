/** A state in which every table has rows. */
import * as Effect from "effect/Effect"
import { Cli, OAuth, Passkey } from "latchkey"
import {
  EmailTemplates,
  EmailTemplateSources,
  Project,
  ProjectConfig,
  ProjectPermissionDefinitions
} from "latchkey/admin"
import { Emulator } from "latchkey/emulator"
import { inspect } from "node:util"
import { Snapshot } from "../../src/emulator/state/Snapshot.ts"
import { layerHost } from "../support/pageHost.ts"
import { makeHost } from "../support/passkeys.ts"
import { world } from "./fuzzSupport.ts"
import { email, password } from "./support.ts"

/** The contents of a snapshot in full. */
export const contents = (snapshot: Emulator.Snapshot): string =>
  inspect(Snapshot.stateOf(snapshot), {
    depth: null,
    maxArrayLength: null,
    maxStringLength: null,
    breakLength: Infinity,
    compact: true
  })

/** A world in which no table is empty. */
export const everything = Effect.gen(function*() {
  const names = yield* world
  const emulator = yield* Emulator.Emulator
  yield* Passkey.register().pipe(Effect.provide(makeHost().layer))
  yield* Cli.start()
  yield* ProjectPermissionDefinitions.create({ id: "fly" })
  yield* emulator.configure({
    emailConfig: {
      type: "standard",
      host: "mail.example.com",
      port: 25,
      username: "ada",
      password,
      senderName: "Ada",
      senderEmail: email
    }
  })
  if (Snapshot.stateOf(yield* emulator.snapshot).generation === "2025") {
    yield* EmailTemplates.update("magic_link", { subject: "Another subject" })
  } else {
    yield* EmailTemplateSources.create({ displayName: "Newsletter" })
    yield* ProjectConfig.updateOverride("environment", { "auth.signUpRules": {} })
    yield* Project.update({ logoUrl: "data:image/png;base64,iVBORw0KGgo=" })
  }
  yield* Effect.gen(function*() {
    const url = yield* OAuth.start({ provider: "github" })
    yield* emulator.signInWithProvider(url, { accountId: "1", email: "grace@example.com" })
    yield* OAuth.start({ provider: "github" })
  }).pipe(Effect.provide(layerHost("http://localhost:3000/")))
  return names
})
