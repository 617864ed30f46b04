import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { removeSecrets } from "../../../src/command/doctor/report.ts"
import { makeSubject } from "../../../src/command/doctor/Subject.ts"
import { findProject } from "../../../src/command/project/Project.ts"
import { makeFolder } from "../support.ts"
import { nextApp } from "./support.ts"

describe("removeSecrets", () => {
  it.effect("removes the values of secret variables from a report, also URL-encoded, and keeps public ones", () =>
    Effect.gen(function*() {
      const folder = yield* makeFolder(nextApp("https://auth.example.com", "STACK_SECRET_SERVER_KEY=ssk_a+b/planted\n"))
      const project = yield* findProject(folder)
      const environment = { VITE_KEY: "sak_planted_1234567890", STACK_PUBLISHABLE_CLIENT_KEY: "pck_public" }
      const subject = makeSubject(project, { origin: undefined, environment, isConnected: true })
      assert.strictEqual(
        removeSecrets("a ssk_a+b/planted b ssk_a%2Bb%2Fplanted c sak_planted_1234567890 d pck_public", subject),
        "a [secret] b [secret] c [secret] d pck_public"
      )
    }))
})
