/** Secrets planted in every part of a client's work are in no exported recording, in no spelling. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Random from "effect/Random"
import * as Redacted from "effect/Redacted"
import { TestClock } from "effect/testing"
import * as fc from "fast-check"
import {
  Cache,
  Client,
  Cookies,
  CurrentUser,
  EmailCode,
  MagicLink,
  Navigation,
  Page,
  Password,
  RequestHeaders,
  Resource,
  Resources,
  Session,
  TeamInvitations,
  Teams,
  TokenStore,
  Transport,
  TransportFailure,
  type TransportResponse
} from "latchkey"
import { Emulator } from "latchkey/emulator"
import { Recorder } from "latchkey/recorder"
import { getSpellings } from "../../src/call/redact.ts"
import { runsOf } from "../support/propertyRuns.ts"

const runs = runsOf(100)

/** Returns all spellings of a secret: those of redaction, hexadecimal, reversed, and without its line breaks. */
const spell = (secret: string): ReadonlyArray<string> => {
  const hex = Buffer.from(secret).toString("hex")
  return [secret, ...getSpellings([secret]), hex, hex.toUpperCase(), [...secret].toReversed().join("")]
}

/** A secret that does not occur by chance. */
const secretOf = (kind: string) => fc.stringMatching(/^[a-z0-9]{12}$/).map((text) => `${kind}${text}`)

const secrets = fc.record({
  password: secretOf("pw"),
  email: secretOf("em").map((text) => `${text}@example.com`),
  displayName: secretOf("Dn").map((text) => `${text} "${text}" ü`),
  teamName: secretOf("tn"),
  metadataKey: secretOf("mk"),
  metadataValue: secretOf("mv"),
  number: fc.stringMatching(/^[4-9]{12}$/).map(Number),
  header: secretOf("hd"),
  extraHeader: secretOf("xh"),
  callback: secretOf("cb"),
  code: secretOf("co"),
  page: secretOf("pa"),
  fragment: secretOf("fr"),
  redirect: secretOf("re"),
  body: secretOf("bo"),
  knownError: secretOf("KE").map((text) => text.toUpperCase()),
  message: secretOf("me"),
  responseHeader: secretOf("rh"),
  failure: secretOf("fa")
})

type Secrets = typeof secrets extends fc.Arbitrary<infer A> ? A : never

/** The ways in which the service, or a network before it, may answer with a secret. */
const answers: Readonly<Record<string, (secrets: Secrets) => TransportResponse | TransportFailure>> = {
  html: ({ body }) => respond(200, `<html><p>${body}</p></html>`, { "content-type": `text/html; boundary=${body}` }),
  text: ({ body }) => respond(502, body, {}),
  json: ({ body, number }) => respond(200, JSON.stringify({ [body]: [body, number, { deep: body }] }), {}),
  array: ({ body }) => respond(200, JSON.stringify([body]), {}),
  number: ({ number }) => respond(200, JSON.stringify(number), {}),
  unknownError: ({ knownError, message }) =>
    respond(400, JSON.stringify({ code: knownError, error: message, details: { [message]: message } }), {
      "x-stack-known-error": knownError
    }),
  knownError: ({ body, message }) =>
    respond(404, JSON.stringify({ code: "TEAM_NOT_FOUND", error: message, details: { team_id: body, extra: body } }), {
      "x-stack-known-error": "TEAM_NOT_FOUND"
    }),
  oauthError: ({ message }) => respond(400, JSON.stringify({ error: message, error_description: message }), {}),
  responseHeaders: ({ responseHeader }) =>
    respond(429, "", {
      "retry-after": responseHeader,
      "date": responseHeader,
      "x-stack-actual-status": responseHeader
    }),
  failure: ({ failure }) => new TransportFailure({ message: failure })
}

const respond = (status: number, body: string, headers: Readonly<Record<string, string>>): TransportResponse => ({
  status,
  body,
  header: (name) => headers[name]
})

type Services = Client.Client | Cache.Cache | Navigation.Navigation | Page.Page | Recorder.Recorder

const steps: Readonly<Record<string, (secrets: Secrets) => Effect.Effect<unknown, unknown, Services>>> = {
  update: ({ displayName, metadataKey, metadataValue, number }) =>
    CurrentUser.update({ displayName, clientMetadata: { [metadataKey]: { [metadataKey]: metadataValue, number } } }),
  createTeam: ({ teamName }) => Teams.create({ displayName: teamName }),
  getTeam: ({ code }) => Teams.get(code),
  updateTeam: ({ displayName, teamName }) =>
    Effect.flatMap(Teams.create({ displayName }), ({ id }) => Teams.update(id, { displayName: teamName })),
  teams: () => Resource.refresh(Resources.teams),
  member: ({ code }) => Resource.refresh(Resources.teamMembers(code)),
  signIn: ({ email, password }) => Password.signIn({ email, password: Redacted.make(password) }),
  wrongPassword: ({ code, email }) => Password.signIn({ email, password: Redacted.make(code) }),
  changePassword: ({ code, password }) =>
    Password.update({ oldPassword: Redacted.make(password), newPassword: Redacted.make(code) }),
  magicLink: ({ callback, email }) =>
    MagicLink.send({ email, callbackUrl: `http://localhost:3000/${callback}?${callback}=${callback}#${callback}` }),
  useMagicLink: ({ code }) => MagicLink.signIn({ code: Redacted.make(code) }),
  emailCode: ({ email, knownError }) =>
    Effect.flatMap(EmailCode.send({ email }), (sent) => sent.signIn(Redacted.make(knownError.slice(-6)))),
  invitation: ({ code }) => TeamInvitations.accept({ code: Redacted.make(code) }),
  headers: ({ header }) => Effect.provideService(Teams.list, RequestHeaders, { "x-secret": header, [header]: header }),
  redirect: ({ redirect }) => Navigation.redirect(`/${redirect}/a?${redirect}=${redirect}#${redirect}`),
  refusedRedirect: ({ redirect }) => Navigation.redirect(`https://${redirect}.example/${redirect}`),
  leave: ({ page }) =>
    Effect.flatMap(Page.Page, ({ goTo }) => goTo(`https://accounts.example/${page}?state=${page}&code=${page}`)),
  later: () => TestClock.adjust("11 minutes"),
  signOut: () => Session.signOut
}

const scenarios = fc.record({
  secrets,
  work: fc.array(
    fc.record({
      step: fc.constantFrom(...Object.keys(steps)),
      answer: fc.option(fc.constantFrom(...Object.keys(answers)), { freq: 2 })
    }),
    { minLength: 3, maxLength: 10 }
  )
})

describe("an exported recording", () => {
  it("contains no planted secret in any spelling", async () => {
    let events = 0
    const used = new Set<string>()
    await fc.assert(
      fc.asyncProperty(scenarios, async ({ secrets, work }) => {
        const issued = new Set<string>()
        const recording = await Effect.runPromise(record(secrets, work, issued))
        events += recording.events.length
        for (const { answer, step } of work) used.add(step).add(answer ?? "the emulator")
        const text = JSON.stringify(recording, null, 2)
        const compact = text.replace(/\s|\\n/g, "")
        for (const secret of [...Object.values(secrets).map(String), ...issued]) {
          for (const spelling of spell(secret)) {
            if (text.includes(spelling) || compact.includes(spelling)) throw new Error(`${spelling} is in ${text}`)
          }
        }
      }),
      { numRuns: runs, seed: 19 }
    )
    assert.isAbove(events, runs * 20)
    assert.sameMembers([...used], [...Object.keys(steps), ...Object.keys(answers), "the emulator"])
  })
})

/** Runs a scenario with a recorder, and exports the recording. Adds the tokens, ids and codes that the service issues to `issued`. */
const record = (
  secrets: Secrets,
  work: ReadonlyArray<{ readonly step: string; readonly answer: string | null }>,
  issued: Set<string>
) =>
  Effect.gen(function*() {
    const emulator = yield* Emulator.Emulator
    let answer: string | null = null
    const send = yield* Transport
    const transport: Transport = (request) =>
      Effect.suspend(() => {
        const planned = answer === null ? undefined : answers[answer]!(secrets)
        answer = null
        if (planned instanceof TransportFailure) return Effect.fail(planned)
        if (planned !== undefined) return Effect.succeed(planned)
        return Effect.tap(send(request), ({ body }) => Effect.sync(() => collect(body, issued)))
      })
    const layer = Cache.layer().pipe(
      Layer.provideMerge(
        Client.layer({ ...Emulator.clientOptions, extraRequestHeaders: { "x-gateway": secrets.extraHeader } })
      ),
      Layer.provideMerge(Recorder.layer({ capacity: 200 })),
      Layer.provide(TokenStore.layerMemory),
      Layer.provideMerge(Navigation.layer()),
      Layer.provideMerge(
        Layer.merge(
          Page.layerMemory(
            `https://app.example.com/${secrets.page}?${secrets.page}=${secrets.page}#${secrets.fragment}`
          ),
          Cookies.layerMemory
        )
      ),
      Layer.provideMerge(Layer.succeed(Transport, transport))
    )
    return yield* Effect.gen(function*() {
      const { email, password } = secrets
      yield* Password.signUp({
        email,
        password: Redacted.make(password),
        verificationCallbackUrl: `http://localhost:3000/${secrets.callback}`
      })
      for (const { answer: planned, step } of work) {
        answer = planned
        yield* Effect.exit(Effect.raceFirst(steps[step]!(secrets), TestClock.adjust("1 minute")))
      }
      for (const { code } of yield* emulator.inbox()) if (code !== undefined) issued.add(Redacted.value(code))
      return yield* Recorder.export
    }).pipe(Effect.provide(layer))
  }).pipe(
    Effect.provide(Emulator.layer({ project: { config: { magicLinkEnabled: true } } })),
    Random.withSeed(secrets.password),
    Effect.scoped,
    Effect.provide(TestClock.layer())
  )

/** Names of fields whose strings are tokens, codes or ids. */
const sensitive = /(?:^|_)(?:id|token|code|email|secret|key)$/

const collect = (body: string, issued: Set<string>): void => {
  try {
    JSON.parse(body, (name, value: unknown) => {
      const isCode = typeof value === "string" && /^[A-Z_]+$/.test(value)
      if (typeof value === "string" && value.length >= 12 && sensitive.test(name) && !isCode) issued.add(value)
      return value
    })
  } catch {
    // Not JSON.
  }
}
