import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Random from "effect/Random"
import * as Redacted from "effect/Redacted"
import { TestClock } from "effect/testing"
import * as fc from "fast-check"
import { CurrentUser, Password, Teams } from "latchkey"
import { Emulator } from "latchkey/emulator"
import { inspect } from "node:util"
import { Snapshot } from "../../../src/emulator/state/Snapshot.ts"
import { decodeState } from "../../../src/emulator/state/stateFile.ts"
import { runsOf } from "../../support/propertyRuns.ts"
import { everything } from "../fullWorld.ts"
import { named, requests } from "../fuzzSupport.ts"
import {
  callbackUrl,
  codeTo,
  configure,
  device,
  email,
  failure,
  layerAdmin,
  layerTest,
  on,
  password,
  projectId,
  send,
  signIn,
  signUp
} from "../support.ts"

const exported = Effect.flatMap(Emulator.Emulator, (emulator) => emulator.exportState)

/** A document as it is read from a file. */
const throughFile = (document: unknown): any => JSON.parse(JSON.stringify(document))

/** The contents of a state, with the fields of each row sorted. */
const contentsOf = (snapshot: Emulator.Snapshot): string =>
  inspect(Snapshot.stateOf(snapshot), {
    depth: null,
    maxArrayLength: null,
    maxStringLength: null,
    breakLength: Infinity,
    compact: true,
    sorted: true
  })
    // A field may be missing instead of `undefined`.
    .replace(/, \w+: undefined|(?<=\{ )\w+: undefined,? ?/g, "")

describe.each(["2025", "2026"] as const)("an exported state of the generation %s", (generation) => {
  it.effect("contains every table of the service", () =>
    Effect.gen(function*() {
      yield* everything
      const document = throughFile(yield* exported)
      assert.deepStrictEqual([document.format, document.version, document.generation], [
        "latchkey-emulator-state",
        1,
        generation
      ])
      const project = document.projects.find(({ id }: { readonly id: string }) => id === projectId)
      const empty = Object.entries(project).filter(([, value]) => Array.isArray(value) && value.length === 0)
      assert.deepStrictEqual(empty.map(([name]) => name), [generation === "2025" ? "images" : "email_templates"])
    }).pipe(Effect.provide(layerAdmin({ generation }))))

  it.effect("restores the rows and the answers of the service after any requests", () =>
    Effect.promise(() =>
      fc.assert(
        fc.asyncProperty(
          fc.array(requests, { minLength: 5, maxLength: 30 }),
          fc.array(requests, { minLength: 5, maxLength: 30 }),
          (before, after) =>
            Effect.runPromise(
              Effect.gen(function*() {
                const names: Record<string, string> = yield* everything
                const emulator = yield* Emulator.Emulator
                const sendAll = (emulator: Emulator.Emulator["Service"], list: typeof before) =>
                  Effect.forEach(list, (request) =>
                    Effect.gen(function*() {
                      const code = (yield* emulator.inbox()).at(-1)?.code
                      return yield* emulator.handle(
                        named(request, { ...names, ...(code !== undefined && { code: Redacted.value(code) }) })
                      )
                    }))
                yield* sendAll(emulator, before)
                const document = throughFile(yield* emulator.exportState)
                const copy = yield* Emulator.make({ generation })
                yield* copy.importState(document)
                assert.strictEqual(contentsOf(yield* copy.snapshot), contentsOf(yield* emulator.snapshot))
                assert.deepStrictEqual(throughFile(yield* copy.exportState), document)
                const answers = yield* Random.withSeed(sendAll(emulator, after), "seed")
                assert.deepStrictEqual(yield* Random.withSeed(sendAll(copy, after), "seed"), answers)
              }).pipe(
                Effect.scoped,
                Effect.provide(layerAdmin({ generation })),
                // Both emulators answer at the same time.
                Effect.provide(TestClock.layer()),
                Effect.orDie
              )
            )
        ),
        { numRuns: runsOf(8), seed: 1 }
      )
    ))
})

describe("importState", () => {
  it.effect("continues sessions and codes of another process", () =>
    Effect.gen(function*() {
      const { tokens, userId } = yield* signUp()
      yield* Teams.create({ displayName: "Engines" })
      yield* Password.sendResetCode({ email, callbackUrl })
      const code = yield* codeTo(email)
      const document = throughFile(yield* exported)
      yield* Effect.gen(function*() {
        const emulator = yield* Emulator.Emulator
        yield* emulator.importState(document)
        const other = yield* device(tokens)
        assert.strictEqual((yield* on(other)(CurrentUser.get({ or: "throw" }))).id, userId)
        assert.strictEqual((yield* on(other)(Teams.list))[0]?.displayName, "Engines")
        assert.strictEqual((yield* signIn()).userId, userId)
        yield* Password.reset({ code, password: "a better horse" })
        assert.strictEqual((yield* failure(signIn()))._tag, "EmailPasswordMismatch")
      }).pipe(Effect.provide(layerTest(), { local: true }))
    }).pipe(Effect.provide(layerTest())))

  it.effect("keeps the signing keys and the settings of the project", () =>
    Effect.gen(function*() {
      const keys = Effect.map(send("GET", `/projects/${projectId}/.well-known/jwks.json`), ({ body }) => body)
      yield* configure({ signUpEnabled: false })
      const [document, before] = [throughFile(yield* exported), yield* keys]
      yield* Effect.gen(function*() {
        assert.notStrictEqual(yield* keys, before)
        yield* (yield* Emulator.Emulator).importState(document)
        assert.strictEqual(yield* keys, before)
        assert.strictEqual((yield* failure(signUp()))._tag, "SignUpNotEnabled")
      }).pipe(Effect.provide(layerTest(), { local: true }))
    }).pipe(Effect.provide(layerTest())))

  it.effect("is not changed by later requests", () =>
    Effect.gen(function*() {
      const emulator = yield* Emulator.Emulator
      yield* signUp()
      const document = yield* exported
      const text = JSON.stringify(document)
      yield* signUp("grace@example.com")
      assert.strictEqual(JSON.stringify(document), text)
      yield* emulator.importState(document)
      yield* signIn()
      yield* CurrentUser.update({ displayName: "Countess" })
      assert.strictEqual(JSON.stringify(document), text)
    }).pipe(Effect.provide(layerTest())))

  it.effect("does not change the state if the document is invalid", () =>
    Effect.gen(function*() {
      const emulator = yield* Emulator.Emulator
      yield* signUp()
      const document = throughFile(yield* exported)
      document.projects[1].users = {}
      yield* failure(emulator.importState(document))
      yield* signIn()
    }).pipe(Effect.provide(layerTest())))

  const problemOf = (change: (document: any) => void) =>
    Effect.gen(function*() {
      yield* signUp("grace@example.com", password)
      yield* Teams.create({ displayName: "Engines" })
      const document = throughFile(yield* exported)
      change(document)
      const emulator = yield* Emulator.Emulator
      const { message, path } = yield* failure(emulator.importState(document))
      return [path, message] as const
    }).pipe(Effect.provide(layerTest()))

  it.effect("names the path of each problem", () =>
    Effect.gen(function*() {
      const problems: ReadonlyArray<readonly [change: (document: any) => void, path: string, message: string]> = [
        [(state) => delete state.version, "version", "version must be 1"],
        [
          (state) => state.version = 2,
          "version",
          "version must be 1. A newer version of latchkey has written this document"
        ],
        [(state) => state.format = "seed", "format", "format must be \"latchkey-emulator-state\""],
        [
          (state) => state.generation = "2025",
          "generation",
          "generation must be 2026, the generation of the emulator"
        ],
        [(state) => state.projects = [], "projects", "projects must contain a project"],
        [
          (state) => state.projects.push(state.projects[0]),
          "projects[2].id",
          "projects[2].id is the id of another project"
        ],
        [
          (state) => state.projects[0].generation = "2025",
          "projects[0].generation",
          "projects[0].generation must be 2026"
        ],
        [
          (state) => state.projects[0].users[0].display_name = 1,
          "projects[0].users[0].display_name",
          "projects[0].users[0].display_name has the wrong type"
        ],
        [
          (state) => delete state.projects[0].users[0].contact_channels[0].value,
          "projects[0].users[0].contact_channels[0].value",
          "projects[0].users[0].contact_channels[0].value is missing"
        ],
        [
          (state) => state.projects[0].users.push(state.projects[0].users[0]),
          "projects[0].users",
          "projects[0].users is not a list without duplicates"
        ],
        [
          (state) => state.projects[0].teams[0].members[0].key = "nobody",
          "projects[0].teams[0].members[0].key",
          "projects[0].teams[0].members[0].key is the id of no user"
        ],
        [
          (state) => state.projects[0].signing_seed = "AAAA",
          "projects[0].signing_seed",
          "projects[0].signing_seed is not 48 bytes in base64url"
        ],
        [
          (state) => state.projects[0].sessions[0].created_at_millis = 1e300,
          "projects[0].sessions[0].created_at_millis",
          "projects[0].sessions[0].created_at_millis is not a time in milliseconds"
        ]
      ]
      for (const [change, path, message] of problems) {
        assert.deepStrictEqual(yield* problemOf(change), [path, message])
      }
    }))

  it.effect("importState: fails with InvalidState for any JSON", () =>
    Effect.promise(() =>
      fc.assert(
        fc.asyncProperty(fc.jsonValue(), (json) =>
          Effect.runPromise(
            Effect.map(failure(decodeState(json)), ({ _tag }) => assert.strictEqual(_tag, "InvalidState"))
          )),
        { numRuns: runsOf(100) }
      )
    ))

  it.effect("accepts a changed document or names a path in it, and never throws", () =>
    Effect.gen(function*() {
      yield* everything
      const text = JSON.stringify(yield* exported)
      yield* Effect.promise(() =>
        fc.assert(
          fc.asyncProperty(
            fc.infiniteStream(fc.nat()),
            fc.oneof(fc.jsonValue(), fc.constant(undefined)),
            (steps, value) => {
              const document = JSON.parse(text)
              const path = replaceAnywhere(document, steps, value)
              return Effect.runPromise(
                decodeState(document).pipe(
                  Effect.match({
                    onSuccess: () => undefined,
                    onFailure: (error) => {
                      assert.strictEqual(error._tag, "InvalidState")
                      const [start] = error.path.split(/[.[]/)
                      assert.strictEqual(start, path[0], error.message)
                    }
                  })
                )
              )
            }
          ),
          { numRuns: runsOf(100) }
        )
      )
    }).pipe(Effect.provide(layerAdmin())))
})

/** Walks into a document by arbitrary steps, and replaces the value there. `undefined` removes it. Returns the path. */
const replaceAnywhere = (document: any, steps: fc.Stream<number>, value: unknown): ReadonlyArray<string> => {
  const path: Array<string> = []
  let target = document
  for (const step of steps) {
    const keys = Object.keys(target)
    const key = keys[step % keys.length]!
    path.push(key)
    const inner = target[key]
    if (typeof inner === "object" && inner !== null && Object.keys(inner).length > 0 && step % 7 !== 0) {
      target = inner
      continue
    }
    if (value === undefined) delete target[key]
    else target[key] = value
    break
  }
  return path
}
