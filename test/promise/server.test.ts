import { assert, describe, expectTypeOf, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Stream from "effect/Stream"
import { Emulator, Faults } from "latchkey/emulator"
import { createAuthClient } from "latchkey/promise"
import * as entry from "latchkey/promise/server"
import {
  type Call,
  createServerClient,
  Disposed,
  type ErrorOf,
  InvalidOptions,
  isAuthError,
  type ServerApiKeys,
  type ServerClient,
  type ServerClientOptions,
  type ServerRequestClient,
  verifyWebhook
} from "latchkey/promise/server"
import type * as level from "latchkey/server"
import { inspect } from "node:util"
import { afterEach, vi } from "vitest"
import { makeRequest, secret as webhookSecret, sign } from "../server/webhookSupport.ts"
import { deepText } from "../support/exposure.ts"
import { ada, appUrl, email, rejection, type Service, startService, thrown } from "./support.ts"

const { projectId } = Emulator.clientOptions
const secretServerKey = "ssk_emulator"
const unknownUserId = "99999999-9999-4999-8999-999999999999"
const callbackUrl = "http://localhost:3000/verify"

const emailConfig = {
  type: "standard",
  host: "mail.latchkey.dev",
  port: 465,
  username: "ada",
  password: Redacted.make("mail password"),
  senderName: "Ada",
  senderEmail: "noreply@example.com"
} as const

const spotify = {
  id: "spotify",
  type: "standard",
  clientId: "spotify-client",
  clientSecret: Redacted.make("spotify-secret")
} as const

/** An emulator, and a server client of its project. */
const start = async (options?: Emulator.Options) => {
  const service = await startService(options)
  const server = createServerClient({ projectId, secretServerKey, fetch: service.fetch })
  return {
    service,
    server,
    [Symbol.asyncDispose]: async () => {
      await server[Symbol.asyncDispose]()
      await service[Symbol.asyncDispose]()
    }
  }
}

/** A user with an address that can sign in. */
const createAda = (server: ServerClient) =>
  server.users.create({
    primaryEmail: email,
    primaryEmailVerified: true,
    primaryEmailAuthEnabled: true,
    displayName: "Ada"
  })
    .orThrow()

/** Untyped code can pass anything. */
type Untyped = any

const create = (options: Untyped) => createServerClient(options)

/** The option and the message of the error that a creation throws. */
const refusal = (options: Untyped): InvalidOptions => {
  const error = thrown(() => create({ projectId, secretServerKey, ...options }))
  if (!(error instanceof InvalidOptions)) throw error
  return error
}

afterEach(() => {
  vi.unstubAllEnvs()
})

describe("createServerClient", () => {
  it("sends nothing, and accepts a redacted key", async () => {
    await using service = await startService()
    const key = Redacted.make(secretServerKey)
    await using server = createServerClient({ projectId, secretServerKey: key, fetch: service.fetch })
    assert.deepStrictEqual(service.requests, [])
    assert.deepStrictEqual((await server.users.list().orThrow()).items, [])
    assert.deepStrictEqual(service.requests, ["GET /users"])
  })

  it("createServerClient: the error for an invalid option names the option", () => {
    const options: ReadonlyArray<readonly [option: string, value: unknown, message: RegExp]> = [
      ["secretServerKey", undefined, /Pass it, or set STACK_SECRET_SERVER_KEY/],
      ["secretServerKey", "pck_1", /must start with ssk_/],
      ["secretServerKey", "<redacted>", /Redacted\.value/],
      ["superSecretAdminKey", "sak_1", /belongs to the admin level only/],
      ["projectId", undefined, /set NEXT_PUBLIC_STACK_PROJECT_ID/],
      ["projectId", "engines", /must be a UUID/],
      ["apiUrl", "https://auth.example.com/api/v1", /Remove \/api/],
      ["apiUrl", "http://auth.example.com", /must be https/],
      ["apiOrigins", ["example.com"], /must be a list of https origins/],
      ["fetch", "fetch", /must be a function/],
      ["baseUrl", "https://auth.example.com", /apiUrl/],
      ["tokens", "memory", /is unknown/]
    ]
    for (const [option, value, message] of options) {
      const error = refusal({ [option]: value })
      assert.strictEqual(error.option, option)
      assert.match(error.message, message)
      assert.include(error.message, option)
      assert.match(error.stack!.split("\n")[1]!, /server\.test\.ts/)
    }
  })

  it("createServerClient: its type has no options of other levels", () => {
    expectTypeOf<ServerClientOptions["superSecretAdminKey"]>().toEqualTypeOf<undefined>()
    // @ts-expect-error an unknown option
    const options: ServerClientOptions = { baseUrl: "https://auth.example.com" }
    assert.isObject(options)
  })

  it("reads the environment", async () => {
    await using service = await startService()
    vi.stubEnv("NEXT_PUBLIC_STACK_PROJECT_ID", projectId)
    vi.stubEnv("STACK_SECRET_SERVER_KEY", secretServerKey)
    await using server = createServerClient({ fetch: service.fetch })
    assert.deepStrictEqual((await server.users.list().orThrow()).items, [])
  })

  it("createServerClient: sends the key only to the environment's host", async () => {
    const urls: Array<string> = []
    const fetch: typeof globalThis.fetch = async (input) => {
      urls.push(new Request(input).url)
      return Response.json({ items: [], is_paginated: true, pagination: { next_cursor: null } }, {
        headers: { "x-stack-actual-status": "200" }
      })
    }
    vi.stubEnv("VITE_STACK_API_URL", "https://auth.example.com")
    const error = refusal({ fetch })
    assert.strictEqual(error.option, "apiUrl")
    assert.match(error.message, /VITE_STACK_API_URL is set, but not read on servers/)
    vi.unstubAllEnvs()
    vi.stubEnv("STACK_API_URL", "")
    assert.match(refusal({ fetch }).message, /STACK_API_URL is empty/)
    assert.deepStrictEqual(urls, [])
    vi.stubEnv("STACK_API_URL", "https://auth.example.com")
    await using server = createServerClient({ projectId, secretServerKey, fetch })
    await server.users.list()
    assert.isNotEmpty(urls)
    for (const url of urls) assert.strictEqual(new URL(url).origin, "https://auth.example.com")
    const request = server.forRequest(new Request("https://app.example.com/"))
    assert.isNull((await request.getUser()).data)
  })

  it("prints the project and the host, and no key", async () => {
    const server = createServerClient({ projectId, secretServerKey: "ssk_very_secret" })
    const printed = { projectId, apiUrl: "https://api.stack-auth.com" }
    assert.strictEqual(inspect(server), inspect(printed))
    assert.strictEqual(JSON.stringify(server), JSON.stringify(printed))
    assert.notInclude(deepText(server), "ssk_very_secret")
    await server[Symbol.asyncDispose]()
  })

  it("rejects calls after its disposal", async () => {
    const { server, service } = await start()
    await server[Symbol.asyncDispose]()
    assert.instanceOf(await rejection(server.users.list()), Disposed)
    assert.instanceOf(await rejection(server.can(unknownUserId, "moderator")), Disposed)
    assert.instanceOf(await rejection(server.users.stream()[Symbol.asyncIterator]().next()), Disposed)
    assert.deepStrictEqual(service.requests, [])
    await service[Symbol.asyncDispose]()
  })
})

describe("users", () => {
  it("can be created, found, changed, listed and removed", async () => {
    await using started = await start()
    const { server } = started
    const user = await createAda(server)
    assert.strictEqual(user.primaryEmail, email)
    assert.strictEqual((await server.users.get(user.id).orThrow()).displayName, "Ada")
    const changed = await server.users.update(user.id, { serverMetadata: { plan: "pro" } }).orThrow()
    assert.deepStrictEqual(changed.serverMetadata, { plan: "pro" })
    await server.users.create().orThrow()
    const { items, nextCursor } = await server.users.list({ limit: 1 }).orThrow()
    assert.deepStrictEqual(items.map(({ id }) => id), [user.id])
    assert.strictEqual((await server.users.list({ limit: 1, cursor: nextCursor! }).orThrow()).items.length, 1)
    assert.deepStrictEqual(await server.users.remove(user.id), { data: undefined, error: null })
    const { data, error } = await server.users.get(user.id)
    assert.isNull(data)
    assert.strictEqual(error?.code, "USER_NOT_FOUND")
  })

  it("fail with codes of the call, and the frames of its caller", async () => {
    await using started = await start()
    const { server, service } = started
    const { error } = await server.users.get("not an id")
    assert.deepStrictEqual(service.requests, [])
    assert.strictEqual(error?.code, "SCHEMA_ERROR")
    assert.isTrue(isAuthError(error))
    assert.match(error!.stack!.split("\n")[1]!, /server\.test\.ts/)
    if (error !== null) {
      expectTypeOf<typeof error.code>().toEqualTypeOf<"USER_NOT_FOUND" | "SCHEMA_ERROR" | entry.CallError["code"]>()
      // @ts-expect-error no code of this call
      assert.isFalse(error.code === "TEAM_NOT_FOUND")
    }
    const reason = await rejection(server.users.get(unknownUserId).orThrow())
    assert.isTrue(isAuthError(reason) && reason.code === "USER_NOT_FOUND")
  })

  it("fail with the refusal of a wrong key", async () => {
    await using service = await startService()
    await using server = createServerClient({ projectId, secretServerKey: "ssk_wrong", fetch: service.fetch })
    const { error } = await server.users.list()
    assert.strictEqual(error?.code, "PROJECT_REFUSED")
    assert.notInclude(deepText(error), "ssk_wrong")
  })

  it("are invited by email", async () => {
    await using started = await start()
    const { server, service } = started
    await server.users.invite({ email, callbackUrl: `${appUrl}/sign-up` }).orThrow()
    assert.strictEqual((await service.emulator.waitForMail({ to: email })).type, "sign_in_invitation")
  })
})

describe("users.stream", () => {
  const withUsers = async (count: number) => {
    const started = await start()
    for (let user = 0; user < count; user++) await started.server.users.create({ displayName: `${user}` }).orThrow()
    started.service.requests.length = 0
    return started
  }

  it("iterates over all users, and requests a page when the previous one is consumed", async () => {
    await using started = await withUsers(7)
    const { server, service } = started
    const users = server.users.stream({ pageSize: 3 })
    assert.deepStrictEqual(service.requests, [])
    const seen: Array<string> = []
    for await (const user of users) {
      expectTypeOf(user).toEqualTypeOf<entry.ServerUser>()
      seen.push(`${user.displayName}/${service.requests.length}`)
    }
    assert.deepStrictEqual(seen, ["0/1", "1/1", "2/1", "3/2", "4/2", "5/2", "6/3"])
  })

  it("starts at the first page in each loop", async () => {
    await using started = await withUsers(2)
    const users = started.server.users.stream()
    for (let loop = 0; loop < 2; loop++) {
      const names: Array<unknown> = []
      for await (const { displayName } of users) names.push(displayName)
      assert.deepStrictEqual(names, ["0", "1"])
    }
  })

  it("sends no further request after a loop was left", async () => {
    await using started = await withUsers(5)
    const { server, service } = started
    for await (const _ of server.users.stream({ pageSize: 2 })) break
    assert.strictEqual(service.requests.length, 1)
  })

  it("users.stream: rejects with the call's error, once, with the frames of its caller", async () => {
    await using service = await startService()
    await using server = createServerClient({ projectId, secretServerKey: "ssk_wrong", fetch: service.fetch })
    const iterator = server.users.stream()[Symbol.asyncIterator]()
    const error = await rejection(iterator.next())
    assert.isTrue(isAuthError(error) && error.code === "PROJECT_REFUSED")
    assert.match((error as Error).stack!.split("\n")[1]!, /server\.test\.ts/)
    assert.deepStrictEqual(await iterator.next(), { done: true, value: undefined })
    const filtered = server.users.stream({ teamId: undefined })[Symbol.asyncIterator]()
    assert.strictEqual((await rejection(filtered.next()) as { readonly code: string }).code, "SCHEMA_ERROR")
  })

  it("ends with its signal", async () => {
    await using started = await withUsers(4)
    const controller = new AbortController()
    const iterator = started.server.users.stream({ pageSize: 2, signal: controller.signal })[Symbol.asyncIterator]()
    assert.isFalse((await iterator.next()).done)
    controller.abort("enough")
    assert.strictEqual(await rejection(iterator.next()), "enough")
    assert.isTrue((await iterator.next()).done)
    const aborted = started.server.users.stream({ signal: AbortSignal.abort("never") })[Symbol.asyncIterator]()
    assert.strictEqual(await rejection(aborted.next()), "never")
  })
})

describe("a signal", () => {
  it("cancels a call in its last argument", async () => {
    await using started = await start()
    const { server, service } = started
    const signal = AbortSignal.abort("never")
    assert.strictEqual(await rejection(server.users.list({ limit: 1, signal })), "never")
    assert.strictEqual(await rejection(server.users.update(unknownUserId, {}, { signal })), "never")
    assert.strictEqual(await rejection(server.can(unknownUserId, "moderator", { signal })), "never")
    assert.deepStrictEqual(service.requests, [])
    assert.isNotNull((await server.users.list({ signal: new AbortController().signal })).data)
  })
})

describe("emails", () => {
  it("are addresses of users, which can be added, verified, changed and removed", async () => {
    await using started = await start()
    const { server, service } = started
    const { id: userId } = await createAda(server)
    const work = await server.emails.create(userId, { email: "ada@work.example" }).orThrow()
    assert.deepInclude(work, { value: "ada@work.example", usedForAuth: false, isVerified: false })
    assert.deepStrictEqual(await server.emails.get(userId, work.id).orThrow(), work)
    assert.strictEqual((await server.emails.list(userId).orThrow()).length, 2)
    assert.strictEqual((await server.emails.listAll().orThrow()).length, 2)
    await server.emails.sendVerification(userId, { id: work.id, callbackUrl }).orThrow()
    assert.isString((await service.emulator.waitForMail({ to: "ada@work.example" })).code)
    assert.strictEqual(
      (await server.emails.sendVerification(userId, { callbackUrl })).error?.code,
      "EMAIL_ALREADY_VERIFIED"
    )
    const changed = await server.emails.update(userId, work.id, { email: "ada@home.example", isVerified: true })
      .orThrow()
    assert.deepInclude(changed, { value: "ada@home.example", isVerified: true })
    assert.isFalse((await server.emails.update(userId, work.id, { isVerified: false }).orThrow()).isVerified)
    await server.emails.remove(userId, work.id).orThrow()
    assert.strictEqual((await server.emails.list(userId).orThrow()).length, 1)
  })

  it("are not sent to the primary address if the id is undefined", async () => {
    await using started = await start()
    const { server, service } = started
    const { id } = await server.users.create({ primaryEmail: email }).orThrow()
    const options: Untyped = { id: undefined, callbackUrl }
    assert.strictEqual((await server.emails.sendVerification(id, options)).error?.code, "SCHEMA_ERROR")
    assert.deepStrictEqual(await service.emulator.inbox(), [])
    await server.emails.sendVerification(id, { callbackUrl }).orThrow()
    assert.strictEqual((await service.emulator.inbox()).length, 1)
  })

  it("emails can be sent to users", async () => {
    await using started = await start({ project: { config: { emailConfig } } })
    const { server } = started
    const { id } = await createAda(server)
    const sent = await server.emails.send({
      userIds: [id],
      subject: "Welcome",
      html: "<p>Welcome</p>",
      notificationCategoryName: "Transactional"
    })
    assert.deepStrictEqual(sent, { data: [id], error: null })
  })
})

describe("teams", () => {
  it("can be created, found, changed, listed and removed", async () => {
    await using started = await start({ newest: true })
    const { server } = started
    const { id: creatorUserId } = await createAda(server)
    const team = await server.teams.create({ displayName: "Engines", creatorUserId }).orThrow()
    assert.strictEqual((await server.teams.get(team.id).orThrow()).displayName, "Engines")
    const changed = await server.teams.update(team.id, { serverMetadata: { seats: 3 } }).orThrow()
    assert.deepStrictEqual(changed.serverMetadata, { seats: 3 })
    assert.deepStrictEqual((await server.teams.list({ userId: creatorUserId }).orThrow()).map(({ id }) => id), [
      team.id
    ])
    assert.deepStrictEqual(await server.teams.list({ userId: unknownUserId }).orThrow(), [])
    assert.strictEqual((await server.teams.listPage({ limit: 1 }).orThrow()).items[0]?.id, team.id)
    await server.teams.remove(team.id).orThrow()
    assert.strictEqual((await server.teams.get(team.id)).error?.code, "TEAM_NOT_FOUND")
  })

  it("teams have members that can be listed and changed", async () => {
    await using started = await start()
    const { members } = started.server.teams
    const { id: userId } = await createAda(started.server)
    const { id: teamId } = await started.server.teams.create({ displayName: "Engines" }).orThrow()
    await members.add(teamId, userId).orThrow()
    const { error } = await members.add(teamId, userId)
    assert.strictEqual(error?.code, "TEAM_MEMBERSHIP_ALREADY_EXISTS")
    await members.update(teamId, userId, { displayName: "Countess" }).orThrow()
    assert.strictEqual((await members.get(teamId, userId).orThrow()).displayName, "Countess")
    assert.strictEqual((await members.list(teamId).orThrow())[0]?.user.id, userId)
    assert.strictEqual((await members.listForUser(userId).orThrow())[0]?.teamId, teamId)
    assert.strictEqual((await members.listAll().orThrow()).length, 1)
    await members.remove(teamId, userId).orThrow()
    assert.deepStrictEqual(await members.list(teamId).orThrow(), [])
  })

  it("lists for an undefined id fail instead of returning everything", async () => {
    await using started = await start()
    const { server, service } = started
    const undefinedId: Untyped = undefined
    const calls: ReadonlyArray<Promise<{ readonly error: { readonly code: string } | null }>> = [
      server.teams.members.list(undefinedId),
      server.teams.members.listForUser(undefinedId),
      server.emails.list(undefinedId),
      server.accounts.signIns.list(undefinedId),
      server.teams.list({ userId: undefinedId }),
      server.permissions.listInTeams({ teamId: undefinedId }),
      server.apiKeys.list({ userId: undefinedId }),
      server.sessions.list(undefinedId)
    ]
    for (const call of calls) assert.strictEqual((await call).error?.code, "SCHEMA_ERROR")
    assert.deepStrictEqual(service.requests, [])
  })

  it("have invitations", async () => {
    await using started = await start()
    const { server, service } = started
    const { id: userId } = await createAda(server)
    const { id: teamId } = await server.teams.create({ displayName: "Engines" }).orThrow()
    const { id } = await server.invitations.send({ teamId, email, callbackUrl }).orThrow()
    assert.strictEqual((await service.emulator.waitForMail({ to: email })).type, "team_invitation")
    assert.deepStrictEqual((await server.invitations.list(teamId).orThrow()).map((one) => one.id), [id])
    assert.deepStrictEqual((await server.invitations.listForUser(userId).orThrow()).map((one) => one.id), [id])
    await server.invitations.acceptById(userId, id).orThrow()
    assert.strictEqual((await server.teams.members.list(teamId).orThrow()).length, 1)
    const other = await server.invitations.send({ teamId, email: "grace@example.com", callbackUrl }).orThrow()
    const [invitation] = await server.invitations.list(teamId).orThrow()
    assert.strictEqual(invitation?.id, other.id)
    await server.invitations.revoke(invitation!).orThrow()
    assert.deepStrictEqual(await server.invitations.list(teamId).orThrow(), [])
  })
})

describe("permissions", () => {
  it("are granted and revoked, in a team and in the project", async () => {
    await using started = await start()
    const { permissions, teams, users } = started.server
    const { id: userId } = await users.create().orThrow()
    const { id: teamId } = await teams.create({ displayName: "Engines", creatorUserId: userId }).orThrow()
    const granted = await permissions.grantInTeam(teamId, userId, "team_member").orThrow()
    assert.deepStrictEqual(granted, { id: "team_member", userId, teamId })
    const listed = await permissions.listInTeams({ teamId, userId, recursive: false }).orThrow()
    assert.include(listed.map(({ id }) => id), "team_member")
    await permissions.revokeInTeam(teamId, userId, "team_member").orThrow()
    const { error } = await permissions.revokeInTeam(teamId, userId, "team_member")
    assert.strictEqual(error?.code, "TEAM_PERMISSION_NOT_FOUND")
    assert.deepStrictEqual(await permissions.listInProject({ userId }).orThrow(), [])
    assert.strictEqual((await permissions.grantInProject(userId, "moderator")).error?.code, "PERMISSION_NOT_FOUND")
    assert.strictEqual((await permissions.revokeInProject(userId, "moderator")).error?.code, "PERMISSION_NOT_FOUND")
  })
})

describe("can", () => {
  it("is a boolean, for a team and for the project", async () => {
    await using started = await start()
    const { server } = started
    const { id: userId } = await server.users.create().orThrow()
    const { id: team } = await server.teams.create({ displayName: "Engines", creatorUserId: userId }).orThrow()
    expectTypeOf(server.can).returns.toEqualTypeOf<Promise<boolean>>()
    assert.isTrue(await server.can(userId, "$update_team", { team }))
    assert.isFalse(await server.can(userId, "$update_team", { team, recursive: false }))
    assert.isFalse(await server.can(userId, "moderator"))
    assert.deepInclude(await rejection(server.can(userId, "$update_team")), { code: "INVALID_OPTIONS", option: "team" })
    assert.isFalse(await server.can(unknownUserId, "$update_team", { team }))
  })

  it("rejects if the answer is not known", async () => {
    await using started = await start()
    await started.service.emulator.setFault(Faults.status(400))
    const error = await rejection(started.server.can(unknownUserId, "moderator"))
    assert.isTrue(isAuthError(error) && error.code === "REQUEST_REFUSED")
    assert.match((error as Error).stack!.split("\n")[1]!, /server\.test\.ts/)
  })

  it("can: rejects for an undefined team instead of checking the project", async () => {
    await using started = await start()
    const { server, service } = started
    const { id } = await server.users.create().orThrow()
    service.requests.length = 0
    const options: Untyped = { team: undefined }
    const error = await rejection(server.can(id, "moderator", options))
    assert.isTrue(isAuthError(error) && error.code === "SCHEMA_ERROR")
    assert.deepStrictEqual(service.requests, [])
    // @ts-expect-error a team is a string
    await rejection(server.can(id, "moderator", { team: undefined }))
  })
})

describe("apiKeys", () => {
  it("are created with a value that is not enumerable, checked, changed and revoked", async () => {
    await using started = await start()
    const { apiKeys, teams, users } = started.server
    const { id: userId } = await users.create().orThrow()
    const { id: teamId } = await teams.create({ displayName: "Engines" }).orThrow()
    const own = await apiKeys.create({ userId, description: "CI" }).orThrow()
    const ofTeam = await apiKeys.create({ teamId, description: "CI" }).orThrow()
    for (const key of [own, ofTeam]) {
      expectTypeOf(key.value).toEqualTypeOf<string>()
      assert.notInclude(inspect(key), key.value)
      assert.notInclude(JSON.stringify(key), key.value)
    }
    assert.strictEqual((await apiKeys.check("user", own.value).orThrow()).userId, userId)
    assert.strictEqual((await apiKeys.check("team", ofTeam.value).orThrow()).teamId, teamId)
    assert.strictEqual((await apiKeys.check("user", "unknown")).error?.code, "API_KEY_NOT_FOUND")
    assert.strictEqual((await apiKeys.find("user", own.value).orThrow())?.id, own.id)
    assert.isNull(await apiKeys.find("team", "unknown").orThrow())
    assert.strictEqual((await users.getByApiKey(own.value).orThrow())?.id, userId)
    assert.strictEqual((await teams.getByApiKey(ofTeam.value).orThrow())?.id, teamId)
    assert.deepStrictEqual((await apiKeys.list({ userId }).orThrow()).map(({ id }) => id), [own.id])
    assert.deepStrictEqual((await apiKeys.list({ teamId }).orThrow()).map(({ id }) => id), [ofTeam.id])
    assert.strictEqual((await apiKeys.get(own.id).orThrow()).userId, userId)
    assert.strictEqual((await apiKeys.get(ofTeam.id, { teamId }).orThrow()).teamId, teamId)
    assert.strictEqual((await apiKeys.update(own.id, { description: "Build" }).orThrow()).description, "Build")
    assert.strictEqual((await apiKeys.update(ofTeam.id, { description: "Build" }, { teamId }).orThrow()).type, "team")
    const revoked = await apiKeys.revoke(own.id).orThrow()
    expectTypeOf(apiKeys.isValid(revoked)).toEqualTypeOf<boolean>()
    assert.isFalse(apiKeys.isValid(revoked))
    assert.isTrue(apiKeys.isValid(await apiKeys.get(ofTeam.id, { teamId }).orThrow()))
    assert.strictEqual(apiKeys.state(revoked), "manually-revoked")
    assert.strictEqual(apiKeys.state({ ...ofTeam, expiresAt: new Date(0) }), "expired")
    assert.strictEqual((await apiKeys.revoke(ofTeam.id, { teamId }).orThrow()).type, "team")
  })
})

describe("sessions", () => {
  it("sessions are created with tokens that are not enumerable, listed and revoked", async () => {
    await using started = await start()
    const { server, service } = started
    const { id: userId } = await createAda(server)
    const tokens = await server.sessions.create(userId, { expiresIn: "1 hour" }).orThrow()
    expectTypeOf(tokens.refreshToken).toEqualTypeOf<string>()
    assert.deepStrictEqual(Object.keys(tokens), [])
    assert.notInclude(inspect(tokens), tokens.refreshToken)
    const { accessToken, refreshToken } = tokens
    await using auth = createAuthClient({
      ...Emulator.clientOptions,
      fetch: service.fetch,
      tokens: { accessToken, refreshToken }
    })
    assert.strictEqual((await auth.getUser({ or: "throw" }).orThrow()).id, userId)
    const [session] = await server.sessions.list(userId).orThrow()
    await server.sessions.revoke(userId, session!.id).orThrow()
    assert.deepStrictEqual(await server.sessions.list(userId).orThrow(), [])
    assert.strictEqual((await server.sessions.create(unknownUserId)).error?.code, "USER_ID_DOES_NOT_EXIST")
  })
})

describe("accounts", () => {
  /** Signs a user in with Spotify. */
  const signIn = async ({ emulator, page }: Service) => {
    const { auth, goTo } = page(`${appUrl}/handler/sign-in`)
    const url = await auth.signIn.oauthUrl("spotify").orThrow()
    const end = await emulator.run(
      Effect.flatMap(Emulator.Emulator, (emulator) => emulator.signInWithProvider(url, { accountId: "ada-1", email }))
    )
    goTo(String(end))
    await auth.handleCallback().orThrow()
    return (await auth.getUser({ or: "throw" }).orThrow()).id
  }

  it("connected accounts have provider tokens", async () => {
    await using started = await start({ project: { config: { oauthProviders: [spotify] } } })
    const { server, service } = started
    const userId = await signIn(service)
    assert.deepStrictEqual(await server.accounts.list(userId).orThrow(), [
      { userId, provider: "spotify", accountId: "ada-1" }
    ])
    assert.isString(await server.accounts.token(userId, "spotify").orThrow())
    assert.isString(await server.accounts.token(userId, "spotify", { accountId: "ada-1" }).orThrow())
    assert.isNull(await server.accounts.token(userId, "spotify", { scope: "playlist-read-private" }).orThrow())
  })

  it("can be used to sign in", async () => {
    await using started = await start({ project: { config: { oauthProviders: [spotify] } } })
    const { signIns } = started.server.accounts
    const { id: userId } = await started.server.users.create().orThrow()
    const account = await signIns.create(userId, {
      providerConfigId: "spotify",
      accountId: "ada-1",
      allowSignIn: true,
      allowConnectedAccounts: false
    }).orThrow()
    assert.strictEqual((await signIns.get(userId, account.id).orThrow()).accountId, "ada-1")
    assert.strictEqual((await signIns.list(userId).orThrow()).length, 1)
    assert.strictEqual((await signIns.listAll().orThrow()).length, 1)
    assert.isFalse((await signIns.update(userId, account.id, { allowSignIn: false }).orThrow()).allowSignIn)
    await signIns.remove(userId, account.id).orThrow()
    assert.deepStrictEqual(await signIns.list(userId).orThrow(), [])
  })
})

describe("notifications", () => {
  it("are listed and changed", async () => {
    await using started = await start()
    const { notifications, users } = started.server
    const { id } = await users.create().orThrow()
    const listed = await notifications.list(id).orThrow()
    const marketing = listed.find(({ notificationCategoryName }) => notificationCategoryName === "Marketing")!
    const { notificationCategoryId } = marketing
    assert.isFalse((await notifications.update(id, notificationCategoryId, { enabled: false }).orThrow()).enabled)
  })
})

describe("forRequest", () => {
  const withSession = async (server: ServerClient, userId: string) => {
    const { accessToken, refreshToken } = await server.sessions.create(userId).orThrow()
    return new Request(appUrl, { headers: { "x-stack-auth": JSON.stringify({ accessToken, refreshToken }) } })
  }

  it("has the user of the request, with the fields of servers", async () => {
    await using started = await start()
    const { server } = started
    const { id } = await createAda(server)
    await using auth = server.forRequest(await withSession(server, id))
    expectTypeOf(auth).toEqualTypeOf<ServerRequestClient>()
    const user = await auth.getUser({ or: "throw" }).orThrow()
    expectTypeOf(user).toEqualTypeOf<entry.ServerUser>()
    assert.strictEqual(user.id, id)
    const changed = await auth.updateUser({ serverMetadata: { plan: "pro" } }).orThrow()
    assert.deepStrictEqual(changed.serverMetadata, { plan: "pro" })
    assert.deepStrictEqual((await auth.getUser().orThrow())?.serverMetadata, { plan: "pro" })
    assert.deepStrictEqual(await auth.teams.list().orThrow(), [])
    assert.strictEqual(auth.session.get().status, "signed-in")
  })

  it("has no user without a session", async () => {
    await using started = await start()
    const { server, service } = started
    await using auth = server.forRequest(new Request(appUrl))
    assert.deepStrictEqual(await auth.getUser(), { data: null, error: null })
    const { error } = await auth.getUser({ or: "throw" })
    assert.strictEqual(error?.code, "USER_NOT_SIGNED_IN")
    assert.strictEqual((await auth.updateUser({})).error?.code, "CANNOT_GET_OWN_USER_WITHOUT_USER")
    assert.deepStrictEqual(service.requests, [])
  })

  it("responds with the cookies of a sign-up, which are the session of the next request", async () => {
    await using started = await start()
    const { server } = started
    await using first = server.forRequest(new Request(appUrl, { method: "POST", headers: { host: "localhost:3000" } }))
    await first.signUp.password(ada).orThrow()
    const response = first.respond("Welcome", { status: 201 })
    assert.strictEqual(response.status, 201)
    const cookies = response.headers.getSetCookie().map((line) => line.split(";")[0]).join("; ")
    await using next = server.forRequest(new Request(appUrl, { headers: { cookie: cookies } }))
    assert.strictEqual((await next.getUser().orThrow())?.primaryEmail, email)
  })

  it("throws for an invalid option, by its name", async () => {
    await using started = await start()
    const { server } = started
    const request = new Request(appUrl)
    const options: ReadonlyArray<Untyped> = [
      { origin: "example" },
      { domain: ".example.com" },
      { apiUrl: "https://auth.example.com" },
      { secretServerKey: "ssk_other" },
      { orign: "https://app.example.com" }
    ]
    for (const option of options) {
      const error = thrown(() => server.forRequest(request, option))
      if (!(error instanceof InvalidOptions)) throw error
      assert.strictEqual(error.option, Object.keys(option)[0])
      assert.match(error.stack!.split("\n")[1]!, /server\.test\.ts/)
    }
  })

  it("forRequest: prints no key, and is disposed separately", async () => {
    await using started = await start()
    const { server } = started
    const auth = server.forRequest(new Request(appUrl), { origin: "https://app.example.com" })
    assert.notInclude(deepText(auth), secretServerKey)
    await auth[Symbol.asyncDispose]()
    assert.instanceOf(await rejection(auth.getUser()), Disposed)
    assert.instanceOf(await rejection(auth.teams.list()), Disposed)
    assert.isNotNull((await server.users.list()).data)
  })
})

describe("verifyWebhook", () => {
  const now = () => Math.floor(Date.now() / 1000)

  it("returns the event of a signed message", async () => {
    const { data, error } = await verifyWebhook(makeRequest({ seconds: now() }), Redacted.value(webhookSecret))
    assert.isNull(error)
    assert.strictEqual(data?.type, "user.created")
    if (data?.type === "user.created") assert.strictEqual(data.data.primaryEmail, email)
    expectTypeOf(verifyWebhook).returns.toEqualTypeOf<
      Call<level.Webhooks.WebhookEvent, level.Webhooks.WebhookInvalid>
    >()
  })

  it("fails for another signature, another secret and an old message", async () => {
    const seconds = now()
    const forged = makeRequest({ seconds }, { "svix-signature": sign({ seconds, body: "{}" }) })
    const { error } = await verifyWebhook(forged, webhookSecret)
    assert.strictEqual(error?.code, "WEBHOOK_INVALID")
    assert.strictEqual(error?.reason, "signature")
    assert.match(error!.stack!.split("\n")[1]!, /server\.test\.ts/)
    assert.strictEqual((await verifyWebhook(makeRequest({ seconds }), "undefined")).error?.reason, "secret")
    const old = () => makeRequest({ seconds: seconds - 600 })
    assert.strictEqual((await verifyWebhook(old(), webhookSecret)).error?.reason, "timestampTooOld")
    assert.isNull((await verifyWebhook(old(), webhookSecret, { tolerance: "20 minutes" })).error)
  })

  it("rejects for an unknown option, and with the reason of its signal", async () => {
    const options: Untyped = { tolerence: "5 minutes" }
    assert.instanceOf(
      await rejection(verifyWebhook(makeRequest({ seconds: now() }), webhookSecret, options)),
      InvalidOptions
    )
    const signal = AbortSignal.abort("never")
    assert.strictEqual(await rejection(verifyWebhook(makeRequest(), webhookSecret, { signal })), "never")
  })
})

/** The functions of a client, by path. */
const listFunctions = (value: object, path = ""): ReadonlyArray<readonly [path: string, f: Function]> =>
  Object.entries(value).flatMap(([name, member]: [string, unknown]) =>
    typeof member === "function"
      ? [[path + name, member] as const]
      : typeof member === "object" && member !== null
      ? listFunctions(member, `${path}${name}.`)
      : []
  )

describe("the entry point", () => {
  it("exports no effect and no namespace", () => {
    for (const [name, value] of Object.entries<unknown>(entry)) {
      assert.isFalse(Effect.isEffect(value) || Layer.isLayer(value) || Stream.isStream(value), name)
      assert.isFunction(value, name)
    }
    const names = ["Disposed", "InvalidOptions", "WebhookInvalid", "createServerClient", "isAuthError", "verifyWebhook"]
    assert.sameMembers(Object.keys(entry), names)
  })

  it("has clients whose functions return promises, iterables or booleans", async () => {
    await using started = await start()
    const functions = listFunctions(started.server)
    assert.isAbove(functions.length, 60)
    for (const [path, f] of functions) {
      if (["forRequest", "apiKeys.isValid", "apiKeys.state", "users.stream"].includes(path)) continue
      const returned: unknown = f()
      assert.instanceOf(returned, Promise, path)
      await (returned as Promise<unknown>).catch(() => undefined)
    }
    const users: unknown = started.server.users.stream()
    assert.isFalse(Stream.isStream(users))
    assert.isTrue(Symbol.asyncIterator in Object(users))
  })
})

/** The errors of a function of the client; of the last one, if it has overloads. */
type ErrorsOf<F> = F extends (...args: never) => Call<any, infer E> ? ErrorOf<E> : never

/** The errors of the same function of the Effect API. */
type ErrorsOfEffect<F> = F extends (...args: never) => Effect.Effect<any, infer E, any> ? ErrorOf<E> : never

/** The errors of each function in a group. */
type ErrorsIn<G> = { readonly [K in keyof G]: ErrorsOf<G[K]> }

describe("the errors of each function", () => {
  it("each function's errors are those of the Effect function", () => {
    type Users = ErrorsIn<Omit<ServerClient["users"], "stream">>
    expectTypeOf<Users>().toEqualTypeOf<{
      readonly list: ErrorsOfEffect<typeof level.Users.list>
      readonly get: ErrorsOfEffect<typeof level.Users.get>
      readonly getByApiKey: ErrorsOfEffect<typeof level.Users.getByApiKey>
      readonly create: ErrorsOfEffect<typeof level.Users.create>
      readonly update: ErrorsOfEffect<typeof level.Users.update>
      readonly remove: ErrorsOfEffect<typeof level.Users.remove>
      readonly invite: ErrorsOfEffect<typeof level.Users.sendSignInInvitation>
    }>()
    expectTypeOf<ErrorsIn<ServerClient["emails"]>>().toEqualTypeOf<{
      readonly send: ErrorsOfEffect<typeof level.Emails.send>
      readonly list: ErrorsOfEffect<typeof level.ContactChannels.list>
      readonly listAll: ErrorsOfEffect<typeof level.ContactChannels.list>
      readonly get: ErrorsOfEffect<typeof level.ContactChannels.get>
      readonly create: ErrorsOfEffect<typeof level.ContactChannels.create>
      readonly update: ErrorsOfEffect<typeof level.ContactChannels.update>
      readonly remove: ErrorsOfEffect<typeof level.ContactChannels.remove>
      readonly sendVerification:
        | ErrorsOfEffect<typeof level.ContactChannels.sendVerificationEmail>
        | ErrorsOfEffect<typeof level.Users.sendVerificationEmail>
    }>()
    expectTypeOf<ErrorsIn<Omit<ServerClient["teams"], "members">>>().toEqualTypeOf<{
      readonly list: ErrorsOfEffect<typeof level.Teams.list>
      readonly listPage: ErrorsOfEffect<typeof level.Teams.listPage>
      readonly get: ErrorsOfEffect<typeof level.Teams.get>
      readonly getByApiKey: ErrorsOfEffect<typeof level.Teams.getByApiKey>
      readonly create: ErrorsOfEffect<typeof level.Teams.create>
      readonly update: ErrorsOfEffect<typeof level.Teams.update>
      readonly remove: ErrorsOfEffect<typeof level.Teams.remove>
    }>()
    expectTypeOf<ErrorsIn<ServerClient["teams"]["members"]>>().toEqualTypeOf<{
      readonly list: ErrorsOfEffect<typeof level.TeamMembers.list>
      readonly listForUser: ErrorsOfEffect<typeof level.TeamMembers.list>
      readonly listAll: ErrorsOfEffect<typeof level.TeamMembers.list>
      readonly get: ErrorsOfEffect<typeof level.TeamMembers.get>
      readonly update: ErrorsOfEffect<typeof level.TeamMembers.update>
      readonly add: ErrorsOfEffect<typeof level.TeamMembers.add>
      readonly remove: ErrorsOfEffect<typeof level.TeamMembers.remove>
    }>()
    expectTypeOf<ErrorsIn<ServerClient["invitations"]>>().toEqualTypeOf<{
      readonly send: ErrorsOfEffect<typeof level.TeamInvitations.send>
      readonly list: ErrorsOfEffect<typeof level.TeamInvitations.list>
      readonly listForUser: ErrorsOfEffect<typeof level.TeamInvitations.listForUser>
      readonly acceptById: ErrorsOfEffect<typeof level.TeamInvitations.acceptById>
      readonly revoke: ErrorsOfEffect<typeof level.TeamInvitations.revoke>
    }>()
    expectTypeOf<ErrorsIn<ServerClient["permissions"]>>().toEqualTypeOf<{
      readonly listInTeams: ErrorsOfEffect<typeof level.Permissions.listInTeams>
      readonly listInProject: ErrorsOfEffect<typeof level.Permissions.listInProject>
      readonly grantInTeam: ErrorsOfEffect<typeof level.Permissions.grantInTeam>
      readonly revokeInTeam: ErrorsOfEffect<typeof level.Permissions.revokeInTeam>
      readonly grantInProject: ErrorsOfEffect<typeof level.Permissions.grantInProject>
      readonly revokeInProject: ErrorsOfEffect<typeof level.Permissions.revokeInProject>
    }>()
    expectTypeOf<ErrorsIn<Pick<ServerApiKeys, "check" | "find" | "get" | "revoke" | "update">>>().toEqualTypeOf<{
      readonly check: ErrorsOfEffect<typeof level.ApiKeys.check>
      readonly find: ErrorsOfEffect<typeof level.ApiKeys.find>
      readonly get: ErrorsOfEffect<typeof level.ApiKeys.get>
      readonly revoke: ErrorsOfEffect<typeof level.ApiKeys.revoke>
      readonly update: ErrorsOfEffect<typeof level.ApiKeys.update>
    }>()
    expectTypeOf<ErrorsIn<ServerClient["sessions"]>>().toEqualTypeOf<{
      readonly create: ErrorsOfEffect<typeof level.Sessions.create>
      readonly list: ErrorsOfEffect<typeof level.Sessions.list>
      readonly revoke: ErrorsOfEffect<typeof level.Sessions.revoke>
    }>()
    expectTypeOf<ErrorsIn<Omit<ServerClient["accounts"], "signIns">>>().toEqualTypeOf<{
      readonly list: ErrorsOfEffect<typeof level.ConnectedAccounts.list>
      readonly token: ErrorsOfEffect<typeof level.ConnectedAccounts.getAccessToken>
    }>()
    expectTypeOf<ErrorsIn<ServerClient["accounts"]["signIns"]>>().toEqualTypeOf<{
      readonly list: ErrorsOfEffect<typeof level.OAuthProviders.list>
      readonly listAll: ErrorsOfEffect<typeof level.OAuthProviders.list>
      readonly get: ErrorsOfEffect<typeof level.OAuthProviders.get>
      readonly create: ErrorsOfEffect<typeof level.OAuthProviders.create>
      readonly update: ErrorsOfEffect<typeof level.OAuthProviders.update>
      readonly remove: ErrorsOfEffect<typeof level.OAuthProviders.remove>
    }>()
    expectTypeOf<ErrorsIn<ServerClient["notifications"]>>().toEqualTypeOf<{
      readonly list: ErrorsOfEffect<typeof level.NotificationPreferences.list>
      readonly update: ErrorsOfEffect<typeof level.NotificationPreferences.update>
    }>()
    expectTypeOf<ErrorsOf<ServerRequestClient["updateUser"]>>()
      .toEqualTypeOf<ErrorsOfEffect<typeof level.CurrentUser.update>>()
    expectTypeOf<ErrorsOf<typeof verifyWebhook>>().toEqualTypeOf<ErrorsOfEffect<typeof level.Webhooks.verify>>()
  })

  it("the errors are compared for each overload", () => {
    // Never called: its types are what counts.
    const check = async (server: ServerClient, api: typeof level.ApiKeys, auth: ServerRequestClient) => {
      type Thrown<C> = C extends Call<any, infer E> ? ErrorOf<E> : never
      type Failed<C> = C extends Effect.Effect<any, infer E, any> ? ErrorOf<E> : never
      const ofUser = { userId: unknownUserId, description: "" }
      const ofTeam = { teamId: unknownUserId, description: "" }
      const pairs = [
        [server.apiKeys.create(ofUser), api.create(ofUser)],
        [server.apiKeys.list(ofUser), api.list(ofUser)]
      ] as const
      expectTypeOf<Thrown<typeof pairs[0][0]>>().toEqualTypeOf<Failed<typeof pairs[0][1]>>()
      expectTypeOf<Thrown<typeof pairs[1][0]>>().toEqualTypeOf<Failed<typeof pairs[1][1]>>()
      const pairsOfTeam = [
        [server.apiKeys.create(ofTeam), api.create(ofTeam)],
        [server.apiKeys.list(ofTeam), api.list(ofTeam)]
      ] as const
      expectTypeOf<Thrown<typeof pairsOfTeam[0][0]>>().toEqualTypeOf<Failed<typeof pairsOfTeam[0][1]>>()
      expectTypeOf<Thrown<typeof pairsOfTeam[1][0]>>().toEqualTypeOf<Failed<typeof pairsOfTeam[1][1]>>()
      const got = await auth.getUser()
      if (got.error) expectTypeOf(got.error).toEqualTypeOf<entry.CallError>()
      const required = await auth.getUser({ or: "throw" })
      if (required.error) {
        expectTypeOf(required.error).toEqualTypeOf<level.CurrentUser.UserNotSignedIn | entry.CallError>()
      }
      // @ts-expect-error a server cannot redirect or create an anonymous user here
      await auth.getUser({ or: "redirect" })
    }
    assert.isFunction(check)
  })
})
