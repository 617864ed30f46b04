import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { TestClock } from "effect/testing"
import { ContactChannels, CurrentUser } from "latchkey"
import { Emulator } from "latchkey/emulator"
import { ContactChannels as ServerContactChannels, Users } from "latchkey/server"
import {
  callbackUrl,
  clientHeaders,
  codeOf,
  codeTo,
  device,
  email,
  failure,
  inbox,
  jsonOf,
  layerTest,
  nobody,
  on,
  password,
  refusalOf,
  send,
  serverHeaders,
  signIn,
  signUp,
  tagsOf
} from "../support.ts"

const second = "ada@example.org"
const other = "grace@example.com"

const add = (value = second) => ContactChannels.create({ value, usedForAuth: false })

/** A code that was never sent. */
const unknownCode = Redacted.make("f".repeat(45))

/** The headers of a client whose user has just signed up. */
const signedUp = Effect.map(signUp(), ({ tokens, userId }) => ({
  userId,
  headers: { ...clientHeaders, "x-stack-access-token": Redacted.value(tokens.accessToken!) }
}))

const primaryEmail = Effect.map(CurrentUser.get({ or: "throw" }), (user) => user.primaryEmail)

describe("a contact channel", () => {
  it.effect("is created for the sign-up email: primary, used for signing in and unverified", () =>
    Effect.gen(function*() {
      const { userId } = yield* signUp()
      const [channel, ...others] = yield* ContactChannels.list
      assert.isEmpty(others)
      const { id, ...rest } = channel!
      assert.match(id, /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
      assert.deepStrictEqual(rest, {
        userId,
        type: "email",
        value: email,
        isPrimary: true,
        isVerified: false,
        usedForAuth: true
      })
      assert.deepStrictEqual(yield* ContactChannels.get(id), channel)
      assert.deepStrictEqual(yield* ServerContactChannels.get({ userId, id }), channel)
    }).pipe(Effect.provide(layerTest())))

  it.effect("added by a user is neither primary nor verified", () =>
    Effect.gen(function*() {
      yield* signUp()
      const channel = yield* add()
      assert.deepInclude(channel, { value: second, isPrimary: false, isVerified: false, usedForAuth: false })
      assert.deepStrictEqual((yield* ContactChannels.list).map(({ value }) => value), [email, second])
    }).pipe(Effect.provide(layerTest())))

  it.effect("added by a server has the server's values", () =>
    Effect.gen(function*() {
      const { id: userId } = yield* Users.create()
      const created = yield* ServerContactChannels.create({
        userId,
        value: email,
        usedForAuth: true,
        isPrimary: true,
        isVerified: true
      })
      const { id: _, ...rest } = created
      assert.deepStrictEqual(rest, {
        userId,
        type: "email",
        value: email,
        isPrimary: true,
        isVerified: true,
        usedForAuth: true
      })
      assert.deepInclude(yield* Users.get(userId), {
        primaryEmail: email,
        primaryEmailVerified: true,
        primaryEmailAuthEnabled: true
      })
      const plain = yield* ServerContactChannels.create({ userId, value: second, usedForAuth: false })
      assert.deepInclude(plain, { isPrimary: false, isVerified: false })
    }).pipe(Effect.provide(layerTest())))

  it.effect("contact channels are listed oldest first, and a server can list all users' channels", () =>
    Effect.gen(function*() {
      const { id: ada } = yield* Users.create({ primaryEmail: email })
      yield* TestClock.adjust("1 minute")
      const { id: grace } = yield* Users.create({ primaryEmail: other })
      yield* TestClock.adjust("1 minute")
      yield* ServerContactChannels.create({ userId: ada, value: second, usedForAuth: false })
      const valuesOf = (channels: ReadonlyArray<ContactChannels.ContactChannel>) => channels.map(({ value }) => value)
      assert.deepStrictEqual(valuesOf(yield* ServerContactChannels.list({ userId: ada })), [email, second])
      assert.deepStrictEqual(valuesOf(yield* ServerContactChannels.list({ userId: grace })), [other])
      assert.deepStrictEqual(valuesOf(yield* ServerContactChannels.list()), [email, other, second])
      assert.isEmpty(yield* ServerContactChannels.list({ userId: nobody }))
    }).pipe(Effect.provide(layerTest())))

  it.effect("can be requested by id in a list", () =>
    Effect.gen(function*() {
      const { headers, userId } = yield* signedUp
      const { id } = yield* add()
      const idsOf = (path: string, headers: Readonly<Record<string, string>>) =>
        Effect.map(send("GET", path, headers), (response) => jsonOf(response).items.map((item: any) => item.id))
      const query = `contact_channel_id=${id}`
      assert.deepStrictEqual(yield* idsOf(`/contact-channels?user_id=me&${query}`, headers), [id])
      assert.deepStrictEqual(yield* idsOf(`/contact-channels?user_id=${userId}&${query}`, headers), [id])
      assert.deepStrictEqual(yield* idsOf(`/contact-channels?${query}`, serverHeaders), [id])
      assert.deepStrictEqual(yield* idsOf(`/contact-channels?contact_channel_id=${nobody}`, serverHeaders), [])
    }).pipe(Effect.provide(layerTest())))

  it.effect("lets its user sign in only while it is used for auth", () =>
    Effect.gen(function*() {
      yield* signUp()
      const { id } = yield* add()
      assert.strictEqual((yield* failure(signIn(second)))._tag, "EmailPasswordMismatch")
      assert.isTrue((yield* ContactChannels.update(id, { usedForAuth: true })).usedForAuth)
      yield* signIn(second)
      assert.isFalse((yield* ContactChannels.update(id, { usedForAuth: false })).usedForAuth)
      assert.strictEqual((yield* failure(signIn(second)))._tag, "EmailPasswordMismatch")
    }).pipe(Effect.provide(layerTest())))

  it.effect("becomes primary in place of the previous one", () =>
    Effect.gen(function*() {
      yield* signUp()
      const { id } = yield* add()
      assert.isTrue((yield* ContactChannels.makePrimary(id)).isPrimary)
      assert.deepStrictEqual((yield* ContactChannels.list).map(({ isPrimary }) => isPrimary), [false, true])
      assert.strictEqual(yield* primaryEmail, second)
      yield* ContactChannels.create({ value: "third@example.com", usedForAuth: false, isPrimary: true })
      assert.deepStrictEqual((yield* ContactChannels.list).map(({ isPrimary }) => isPrimary), [false, false, true])
      assert.strictEqual(yield* primaryEmail, "third@example.com")
    }).pipe(Effect.provide(layerTest())))

  it.effect("unsetting the primary channel leaves the user without a primary email", () =>
    Effect.gen(function*() {
      yield* signUp()
      const [channel] = yield* ContactChannels.list
      assert.isFalse((yield* ContactChannels.update(channel!.id, { isPrimary: false })).isPrimary)
      assert.isNull(yield* primaryEmail)
    }).pipe(Effect.provide(layerTest())))

  it.effect("is removed by a deletion, with the primary email if it was primary", () =>
    Effect.gen(function*() {
      const { userId } = yield* signUp()
      const [first] = yield* ContactChannels.list
      const { id } = yield* add()
      yield* ContactChannels.remove(first!.id)
      assert.deepStrictEqual((yield* ContactChannels.list).map(({ value }) => value), [second])
      assert.isNull(yield* primaryEmail)
      assert.strictEqual((yield* failure(signIn()))._tag, "EmailPasswordMismatch")
      yield* ServerContactChannels.remove({ userId, id })
      assert.isEmpty(yield* ContactChannels.list)
    }).pipe(Effect.provide(layerTest())))

  it.effect("keeps fields omitted from an update", () =>
    Effect.gen(function*() {
      const { id: userId } = yield* Users.create({
        primaryEmail: email,
        primaryEmailVerified: true,
        primaryEmailAuthEnabled: true
      })
      const [channel] = yield* ServerContactChannels.list({ userId })
      const named = { userId, id: channel!.id }
      assert.deepStrictEqual(yield* ServerContactChannels.update(channel!, {}), channel)
      assert.deepStrictEqual(yield* ServerContactChannels.update(named, { value: email }), channel)
    }).pipe(Effect.provide(layerTest())))

  it.effect("becomes unverified when its value changes, unless a server sets the flag", () =>
    Effect.gen(function*() {
      const { userId } = yield* signUp()
      const [channel] = yield* ContactChannels.list
      const named = { userId, id: channel!.id }
      assert.isTrue((yield* ServerContactChannels.update(named, { isVerified: true })).isVerified)
      const changed = yield* ContactChannels.update(channel!.id, { value: second })
      assert.deepStrictEqual(changed, { ...channel!, value: second, isVerified: false })
      assert.strictEqual(yield* primaryEmail, second)
      const byServer = yield* ServerContactChannels.update(named, { value: email, isVerified: true })
      assert.isTrue(byServer.isVerified)
      assert.isFalse((yield* ServerContactChannels.update(named, { value: second })).isVerified)
    }).pipe(Effect.provide(layerTest())))

  it.effect("is verified by servers only", () =>
    Effect.gen(function*() {
      const { headers } = yield* signedUp
      const { id } = yield* add()
      const created = yield* send("POST", "/contact-channels", headers, {
        user_id: "me",
        type: "email",
        value: "third@example.com",
        used_for_auth: false,
        is_verified: true
      })
      assert.strictEqual(codeOf(created), "SCHEMA_ERROR")
      const changed = yield* send("PATCH", `/contact-channels/me/${id}`, headers, { is_verified: true })
      assert.strictEqual(codeOf(changed), "SCHEMA_ERROR")
      assert.isFalse((yield* ContactChannels.get(id)).isVerified)
    }).pipe(Effect.provide(layerTest())))

  it.effect("requires a value that its user does not have yet", () =>
    Effect.gen(function*() {
      const { userId } = yield* signUp()
      const { id } = yield* add()
      const errors = [
        yield* failure(add()),
        yield* failure(add(email)),
        yield* failure(ContactChannels.update(id, { value: email })),
        yield* failure(ServerContactChannels.create({ userId, value: second, usedForAuth: true })),
        yield* failure(Users.update(userId, { primaryEmail: second }))
      ]
      for (const error of errors) assert.strictEqual(refusalOf(error).status, 400)
      assert.deepStrictEqual((yield* ContactChannels.list).map(({ value }) => value), [email, second])
    }).pipe(Effect.provide(layerTest({ generation: "2025" }))))

  it.effect("2026: an update of the user with its address makes a contact channel primary", () =>
    Effect.gen(function*() {
      const { userId } = yield* signUp()
      yield* add()
      yield* Users.update(userId, { primaryEmail: second.toUpperCase() })
      assert.deepStrictEqual(
        (yield* ContactChannels.list).map(({ isPrimary, value }) => [value, isPrimary]),
        [[email, false], [second, true]]
      )
      assert.strictEqual(refusalOf(yield* failure(add(email.toUpperCase()))).status, 400)
    }).pipe(Effect.provide(layerTest())))

  it.effect("2026: an address in use is reported with would_work_if_email_was_verified", () =>
    Effect.gen(function*() {
      yield* signUp(other)
      yield* signUp()
      const error = yield* failure(ContactChannels.create({ value: other.toUpperCase(), usedForAuth: true }))
      assert(error._tag === "ContactChannelAlreadyUsedForAuthBySomeoneElse")
      assert.deepStrictEqual(error.details, {
        type: "email",
        contactChannelValue: other,
        wouldWorkIfEmailWasVerified: false
      })
    }).pipe(Effect.provide(layerTest())))

  it.effect("can have a value that another user has, but not for signing in", () =>
    Effect.gen(function*() {
      yield* signUp(other)
      const { userId } = yield* signUp()
      const tag = "ContactChannelAlreadyUsedForAuthBySomeoneElse"
      const created = yield* failure(ContactChannels.create({ value: other, usedForAuth: true }))
      assert(created._tag === tag)
      assert.deepStrictEqual(created.details, { type: "email", contactChannelValue: other })
      const byServer = ServerContactChannels.create({ userId, value: other, usedForAuth: true })
      assert.strictEqual((yield* failure(byServer))._tag, tag)

      const { id } = yield* add(other)
      const changed = yield* failure(ContactChannels.update(id, { usedForAuth: true }))
      assert(changed._tag === tag)
      assert.deepStrictEqual(changed.details, { type: "email", contactChannelValue: null })
      const updated = ServerContactChannels.update({ userId, id }, { usedForAuth: true })
      assert.strictEqual((yield* failure(updated))._tag, tag)
      assert.isFalse((yield* ContactChannels.get(id)).usedForAuth)

      const [own] = yield* ContactChannels.list
      yield* ContactChannels.remove(id)
      assert.strictEqual((yield* failure(ContactChannels.update(own!.id, { value: other })))._tag, tag)
      assert.strictEqual((yield* ContactChannels.get(own!.id)).value, email)
    }).pipe(Effect.provide(layerTest({ generation: "2025" }))))

  it.effect("an address can be used for signing in once no other user signs in with it", () =>
    Effect.gen(function*() {
      const { userId } = yield* signUp(other)
      const [channel] = yield* ServerContactChannels.list({ userId })
      yield* ServerContactChannels.update({ userId, id: channel!.id }, { usedForAuth: false })
      yield* signUp()
      assert.isTrue((yield* ContactChannels.create({ value: other, usedForAuth: true })).usedForAuth)
    }).pipe(Effect.provide(layerTest())))

  it.effect("requires a valid email address", () =>
    Effect.gen(function*() {
      const { headers, userId } = yield* signedUp
      const { id } = yield* add()
      const errors = [
        yield* failure(add("nope")),
        yield* failure(ContactChannels.update(id, { value: "nope" })),
        yield* failure(ServerContactChannels.create({ userId, value: "nope", usedForAuth: false })),
        yield* failure(ServerContactChannels.update({ userId, id }, { value: "nope" })),
        yield* failure(ContactChannels.get("nope")),
        yield* failure(ServerContactChannels.list({ userId: "nope" }))
      ]
      for (const error of errors) assert.strictEqual(error._tag, "RequestSchemaError")
      const body = { user_id: "me", type: "email", value: "third@example.com", used_for_auth: false }
      const { used_for_auth: _, ...withoutAuth } = body
      for (const wrong of [{ ...body, type: "phone" }, { ...body, type: undefined }, withoutAuth]) {
        const response = yield* send("POST", "/contact-channels", headers, wrong)
        assert.strictEqual(codeOf(response), "SCHEMA_ERROR", JSON.stringify(wrong))
      }
    }).pipe(Effect.provide(layerTest())))

  it.effect("a missing contact channel is a 404 for reads, and a 400 for updates and deletions", () =>
    Effect.gen(function*() {
      const { userId } = yield* signUp()
      const named = { userId, id: nobody }
      const statusOf = Effect.map((error: { readonly _tag: string }) => refusalOf(error).status)
      assert.strictEqual(yield* statusOf(failure(ContactChannels.get(nobody))), 404)
      assert.strictEqual(yield* statusOf(failure(ServerContactChannels.get(named))), 404)
      assert.strictEqual(yield* statusOf(failure(ContactChannels.makePrimary(nobody))), 400)
      assert.strictEqual(yield* statusOf(failure(ServerContactChannels.update(named, {}))), 400)
      assert.strictEqual(yield* statusOf(failure(ContactChannels.remove(nobody))), 400)
      assert.strictEqual(yield* statusOf(failure(ServerContactChannels.remove(named))), 400)
    }).pipe(Effect.provide(layerTest())))

  it.effect("a missing user's contact channel is a 404 for reads, and a 400 for writes", () =>
    Effect.gen(function*() {
      yield* signUp()
      const { id } = yield* add()
      const named = { userId: nobody, id }
      const statusOf = Effect.map((error: { readonly _tag: string }) => refusalOf(error).status)
      assert.strictEqual(yield* statusOf(failure(ServerContactChannels.get(named))), 404)
      assert.strictEqual(yield* statusOf(failure(ServerContactChannels.update(named, {}))), 400)
      assert.strictEqual(yield* statusOf(failure(ServerContactChannels.remove(named))), 400)
      const create = ServerContactChannels.create({ userId: nobody, value: other, usedForAuth: false })
      assert.strictEqual(yield* statusOf(failure(create)), 400)
    }).pipe(Effect.provide(layerTest())))
})

describe("another user's contact channels", () => {
  it.effect("are refused to clients", () =>
    Effect.gen(function*() {
      const { userId } = yield* signUp(other)
      const [theirs] = yield* ServerContactChannels.list({ userId })
      const { headers } = yield* signedUp
      const path = `/contact-channels/${userId}/${theirs!.id}`
      const create = { user_id: userId, type: "email", value: second, used_for_auth: false }
      const responses = [
        yield* send("GET", `/contact-channels?user_id=${userId}`, headers),
        yield* send("GET", "/contact-channels", headers),
        yield* send("POST", "/contact-channels", headers, create),
        yield* send("GET", path, headers),
        yield* send("PATCH", path, headers, { is_primary: false }),
        yield* send("DELETE", path, headers)
      ]
      assert.deepStrictEqual(responses.map(({ status }) => status), [403, 403, 403, 403, 403, 403])
      const code = yield* send("POST", `${path}/send-verification-code`, headers, { callback_url: callbackUrl })
      assert.strictEqual(code.status, 400)
      assert.isUndefined(codeOf(code))
      assert.deepStrictEqual(yield* ServerContactChannels.list({ userId }), [theirs!])
    }).pipe(Effect.provide(layerTest())))

  it.effect("are not found among the current user's", () =>
    Effect.gen(function*() {
      const { userId } = yield* signUp(other)
      const [theirs] = yield* ServerContactChannels.list({ userId })
      yield* signUp()
      assert.strictEqual(refusalOf(yield* failure(ContactChannels.get(theirs!.id))).status, 404)
      assert.strictEqual(refusalOf(yield* failure(ContactChannels.remove(theirs!.id))).status, 400)
      const sent = ContactChannels.sendVerificationEmail(theirs!.id, { callbackUrl })
      assert.strictEqual(refusalOf(yield* failure(sent)).status, 404)
    }).pipe(Effect.provide(layerTest())))
})

describe("the current user's contact channels", () => {
  it.effect("can be addressed by the user's id", () =>
    Effect.gen(function*() {
      const { headers, userId } = yield* signedUp
      const { id } = yield* add()
      const changed = yield* send("PATCH", `/contact-channels/${userId}/${id}`, headers, { is_primary: true })
      assert.strictEqual(changed.status, 200)
      assert.strictEqual((yield* send("GET", `/contact-channels?user_id=${userId}`, headers)).status, 200)
    }).pipe(Effect.provide(layerTest())))

  it.effect("require a user, and the client sends no request without one", () =>
    Effect.gen(function*() {
      const errors = [
        yield* failure(ContactChannels.list),
        yield* failure(ContactChannels.get(nobody)),
        yield* failure(add()),
        yield* failure(ContactChannels.update(nobody, {})),
        yield* failure(ContactChannels.makePrimary(nobody)),
        yield* failure(ContactChannels.remove(nobody)),
        yield* failure(ContactChannels.sendVerificationEmail(nobody, { callbackUrl })),
        yield* failure(CurrentUser.sendVerificationEmail({ callbackUrl }))
      ]
      for (const error of errors) assert.strictEqual(error._tag, "CannotGetOwnUserWithoutUser")

      const code = "CANNOT_GET_OWN_USER_WITHOUT_USER"
      const path = `/contact-channels/me/${nobody}`
      const create = { user_id: "me", type: "email", value: second, used_for_auth: false }
      for (const headers of [clientHeaders, serverHeaders]) {
        const responses = [
          yield* send("GET", "/contact-channels?user_id=me", headers),
          yield* send("POST", "/contact-channels", headers, create),
          yield* send("GET", path, headers),
          yield* send("PATCH", path, headers, {}),
          yield* send("DELETE", path, headers),
          yield* send("POST", `${path}/send-verification-code`, headers, { callback_url: callbackUrl })
        ]
        for (const response of responses) assert.strictEqual(codeOf(response), code)
      }
      assert.strictEqual(codeOf(yield* send("GET", "/contact-channels", clientHeaders)), code)
    }).pipe(Effect.provide(layerTest())))

  it.effect("can be addressed as `me` by a server with the user's token", () =>
    Effect.gen(function*() {
      const { headers } = yield* signedUp
      const asServer = { ...headers, ...serverHeaders }
      const { id } = yield* add()
      const changed = yield* send("PATCH", `/contact-channels/me/${id}`, asServer, { is_verified: true })
      assert.isTrue(jsonOf(changed).is_verified)
      assert.lengthOf(jsonOf(yield* send("GET", "/contact-channels?user_id=me", asServer)).items, 2)
    }).pipe(Effect.provide(layerTest())))
})

describe("verifying a contact channel", () => {
  it.effect("accepts the code emailed to it", () =>
    Effect.gen(function*() {
      yield* signUp()
      const { id } = yield* add()
      yield* TestClock.adjust("1 minute")
      yield* ContactChannels.sendVerificationEmail(id, { callbackUrl })
      const mail = (yield* inbox).at(-1)!
      assert.deepInclude(mail, { type: "email_verification", to: [second], sentAt: new Date(60_000) })
      assert.strictEqual(mail.link, `${callbackUrl}?code=${Redacted.value(mail.code!)}`)
      assert.include(mail.text, mail.link!)

      const code = mail.code!
      yield* ContactChannels.checkCode({ code })
      assert.isFalse((yield* ContactChannels.get(id)).isVerified)
      yield* ContactChannels.verify({ code })
      assert.deepStrictEqual((yield* ContactChannels.list).map(({ isVerified }) => isVerified), [false, true])
      assert.strictEqual((yield* failure(ContactChannels.verify({ code })))._tag, "VerificationCodeAlreadyUsed")
      assert.strictEqual((yield* failure(ContactChannels.checkCode({ code })))._tag, "VerificationCodeAlreadyUsed")
    }).pipe(Effect.provide(layerTest())))

  it.effect("requires no signed-in user, and accepts the code in any case", () =>
    Effect.gen(function*() {
      const { userId } = yield* signUp()
      yield* CurrentUser.sendVerificationEmail({ callbackUrl })
      const code = Redacted.make(Redacted.value(yield* codeTo(email)).toUpperCase())
      const phone = yield* device()
      yield* on(phone)(ContactChannels.checkCode({ code }))
      yield* on(phone)(ContactChannels.verify({ code }))
      assert.isTrue((yield* Users.get(userId)).primaryEmailVerified)
    }).pipe(Effect.provide(layerTest())))

  it.effect("the code of the sign-up email verifies the contact channel", () =>
    Effect.gen(function*() {
      const { userId } = yield* signUp()
      yield* ContactChannels.verify({ code: yield* codeTo(email) })
      assert.isTrue((yield* Users.get(userId)).primaryEmailVerified)
    }).pipe(Effect.provide(layerTest())))

  it.effect("verifying accepts the code as a plain string", () =>
    Effect.gen(function*() {
      const { userId } = yield* signUp()
      const code = Redacted.value(yield* codeTo(email))
      yield* ContactChannels.checkCode({ code })
      yield* ContactChannels.verify({ code })
      assert.isTrue((yield* Users.get(userId)).primaryEmailVerified)
    }).pipe(Effect.provide(layerTest())))

  it.effect("fails with a code that is unknown, expired, tried too often, or invalid", () =>
    Effect.gen(function*() {
      yield* signUp()
      const tagOf = (code: Redacted.Redacted<string>) => Effect.map(failure(ContactChannels.verify({ code })), tagsOf)
      assert.strictEqual(yield* tagOf(unknownCode), "VerificationCodeNotFound")
      assert.strictEqual(yield* tagOf(Redacted.make("short")), "RequestSchemaError")
      yield* CurrentUser.sendVerificationEmail({ callbackUrl })
      const code = yield* codeTo(email)
      yield* TestClock.adjust("7 days")
      assert.strictEqual(yield* tagOf(code), "VerificationCodeExpired")
      assert.strictEqual((yield* failure(ContactChannels.checkCode({ code })))._tag, "VerificationCodeExpired")

      yield* CurrentUser.sendVerificationEmail({ callbackUrl })
      const another = yield* codeTo(email)
      yield* TestClock.adjust("167 hours")
      yield* Effect.repeat(ContactChannels.checkCode({ code: another }), { times: 19 })
      assert.strictEqual(yield* tagOf(another), "VerificationCodeMaxAttemptsReached")
    }).pipe(Effect.provide(layerTest())))

  it.effect("applies only to the address that received the email", () =>
    Effect.gen(function*() {
      yield* signUp()
      const { id } = yield* add()
      yield* ContactChannels.sendVerificationEmail(id, { callbackUrl })
      const code = yield* codeTo(second)
      yield* ContactChannels.update(id, { value: other })
      assert.strictEqual(refusalOf(yield* failure(ContactChannels.verify({ code }))).status, 400)
      assert.isFalse((yield* ContactChannels.get(id)).isVerified)
      assert.strictEqual((yield* failure(ContactChannels.verify({ code })))._tag, "VerificationCodeAlreadyUsed")
    }).pipe(Effect.provide(layerTest())))

  it.effect("uses up the code even after the contact channel was deleted", () =>
    Effect.gen(function*() {
      yield* signUp()
      const { id } = yield* add()
      yield* ContactChannels.sendVerificationEmail(id, { callbackUrl })
      const code = yield* codeTo(second)
      yield* ContactChannels.remove(id)
      yield* ContactChannels.checkCode({ code })
      assert.strictEqual(refusalOf(yield* failure(ContactChannels.verify({ code }))).status, 400)
      assert.strictEqual((yield* failure(ContactChannels.verify({ code })))._tag, "VerificationCodeAlreadyUsed")
    }).pipe(Effect.provide(layerTest())))

  it.effect("a code verifies a contact channel of the same address that replaced the first one", () =>
    Effect.gen(function*() {
      yield* signUp()
      const { id } = yield* add()
      yield* ContactChannels.sendVerificationEmail(id, { callbackUrl })
      yield* ContactChannels.remove(id)
      const { id: next } = yield* add()
      yield* ContactChannels.verify({ code: yield* codeTo(second) })
      assert.isTrue((yield* ContactChannels.get(next)).isVerified)
    }).pipe(Effect.provide(layerTest())))

  it.effect("a verified contact channel needs no second verification", () =>
    Effect.gen(function*() {
      const { userId } = yield* signUp()
      const [channel] = yield* ContactChannels.list
      const named = { userId, id: channel!.id }
      yield* ServerContactChannels.update(named, { isVerified: true })
      const errors = [
        yield* failure(ContactChannels.sendVerificationEmail(channel!.id, { callbackUrl })),
        yield* failure(ContactChannels.sendVerificationEmailToPrimary({ email, callbackUrl })),
        yield* failure(CurrentUser.sendVerificationEmail({ callbackUrl })),
        yield* failure(ServerContactChannels.sendVerificationEmail(named, { callbackUrl })),
        yield* failure(Users.sendVerificationEmail(userId, { callbackUrl }))
      ]
      for (const error of errors) assert.strictEqual(error._tag, "EmailAlreadyVerified")
    }).pipe(Effect.provide(layerTest())))

  it.effect("redirects to trusted URLs only, and sends no email otherwise", () =>
    Effect.gen(function*() {
      const { userId } = yield* signUp()
      const [channel] = yield* ContactChannels.list
      const before = (yield* inbox).length
      const tagsFor = Effect.fnUntraced(function*(callbackUrl: string) {
        const named = { userId, id: channel!.id }
        const errors = [
          yield* failure(ContactChannels.sendVerificationEmail(channel!.id, { callbackUrl })),
          yield* failure(ContactChannels.sendVerificationEmailToPrimary({ email, callbackUrl })),
          yield* failure(CurrentUser.sendVerificationEmail({ callbackUrl })),
          yield* failure(ServerContactChannels.sendVerificationEmail(named, { callbackUrl })),
          yield* failure(Users.sendVerificationEmail(userId, { callbackUrl }))
        ]
        return new Set(errors.map(tagsOf))
      })
      assert.deepStrictEqual(yield* tagsFor("https://evil.example.com/"), new Set(["RedirectUrlNotWhitelisted"]))
      assert.deepStrictEqual(yield* tagsFor("/verify"), new Set(["RequestSchemaError"]))
      assert.lengthOf(yield* inbox, before)
    }).pipe(Effect.provide(layerTest())))

  it.effect("keeps the query of the callback URL", () =>
    Effect.gen(function*() {
      yield* signUp()
      yield* CurrentUser.sendVerificationEmail({ callbackUrl: "http://localhost:3000/verify?from=mail#top" })
      const { code, link } = (yield* inbox).at(-1)!
      assert.strictEqual(link, `http://localhost:3000/verify?from=mail&code=${Redacted.value(code!)}#top`)
    }).pipe(Effect.provide(layerTest())))

  it.effect("accepts only codes of contact channels", () =>
    Effect.gen(function*() {
      yield* signUp()
      yield* CurrentUser.sendVerificationEmail({ callbackUrl })
      const body = { code: Redacted.value(yield* codeTo(email)) }
      const reset = yield* send("POST", "/auth/password/reset/check-code", clientHeaders, body)
      assert.strictEqual(codeOf(reset), "VERIFICATION_CODE_NOT_FOUND")
      assert.strictEqual((yield* send("POST", "/contact-channels/verify", clientHeaders, body)).status, 200)
    }).pipe(Effect.provide(layerTest())))
})

describe("a verification email", () => {
  it.effect("the current user's verification email is sent to the primary address", () =>
    Effect.gen(function*() {
      yield* signUp()
      const { id } = yield* add()
      yield* CurrentUser.sendVerificationEmail({ callbackUrl })
      assert.deepStrictEqual((yield* inbox).at(-1)!.to, [email])
      yield* ContactChannels.makePrimary(id)
      yield* CurrentUser.sendVerificationEmail({ callbackUrl })
      assert.deepStrictEqual((yield* inbox).at(-1)!.to, [second])
    }).pipe(Effect.provide(layerTest())))

  it.effect("sent by a server can go to any user's address", () =>
    Effect.gen(function*() {
      const { id: userId } = yield* Users.create({ primaryEmail: email })
      const { id: channelId } = yield* ServerContactChannels.create({ userId, value: second, usedForAuth: false })
      yield* Users.sendVerificationEmail(userId, { callbackUrl })
      yield* ServerContactChannels.sendVerificationEmail({ userId, id: channelId }, { callbackUrl })
      assert.deepStrictEqual((yield* inbox).map(({ to }) => to), [[email], [second]])
      yield* ContactChannels.verify({ code: yield* codeTo(second) })
      assert.isTrue((yield* ServerContactChannels.get({ userId, id: channelId })).isVerified)
      assert.isFalse((yield* Users.get(userId)).primaryEmailVerified)
    }).pipe(Effect.provide(layerTest())))

  it.effect("cannot be sent without a primary address", () =>
    Effect.gen(function*() {
      const { userId } = yield* signUp()
      const [channel] = yield* ContactChannels.list
      yield* add()
      yield* ContactChannels.remove(channel!.id)
      const before = (yield* inbox).length
      const errors = [
        yield* failure(CurrentUser.sendVerificationEmail({ callbackUrl })),
        yield* failure(Users.sendVerificationEmail(userId, { callbackUrl })),
        yield* failure(Users.sendVerificationEmail(nobody, { callbackUrl }))
      ]
      for (const error of errors) {
        assert.strictEqual(error._tag, "NoPrimaryEmail")
        assert.strictEqual(error.message, "The user has no primary email address")
      }
      assert.instanceOf(errors[0], CurrentUser.NoPrimaryEmail)
      assert.instanceOf(errors[1], Users.NoPrimaryEmail)
      assert.lengthOf(yield* inbox, before)
    }).pipe(Effect.provide(layerTest())))

  it.effect("a server's verification email for an unknown user fails", () =>
    Effect.gen(function*() {
      const named = { userId: nobody, id: nobody }
      const error = yield* failure(ServerContactChannels.sendVerificationEmail(named, { callbackUrl }))
      assert(error._tag === "UserIdDoesNotExist")
      assert.deepStrictEqual(error.details, { userId: nobody })
      const { id: userId } = yield* Users.create()
      const unknown = ServerContactChannels.sendVerificationEmail({ ...named, userId }, { callbackUrl })
      assert.strictEqual(refusalOf(yield* failure(unknown)).status, 404)
    }).pipe(Effect.provide(layerTest())))

  it.effect("a verification email for a named primary address is not sent to another address", () =>
    Effect.gen(function*() {
      yield* signUp()
      const { id } = yield* add()
      yield* ContactChannels.sendVerificationEmailToPrimary({ email, callbackUrl })
      assert.deepStrictEqual((yield* inbox).at(-1)!.to, [email])
      const error = yield* failure(ContactChannels.sendVerificationEmailToPrimary({ email: second, callbackUrl }))
      assert(error._tag === "EmailIsNotPrimaryEmail")
      assert.deepStrictEqual(error.details, { email: second, primaryEmail: email })
      yield* ContactChannels.makePrimary(id)
      yield* ContactChannels.update(id, { isPrimary: false })
      const none = yield* failure(ContactChannels.sendVerificationEmailToPrimary({ email, callbackUrl }))
      assert(none._tag === "EmailIsNotPrimaryEmail")
      assert.deepStrictEqual(none.details, { email, primaryEmail: null })
      const wrong = ContactChannels.sendVerificationEmailToPrimary({ email: "nope", callbackUrl })
      assert.strictEqual((yield* failure(wrong))._tag, "RequestSchemaError")
    }).pipe(Effect.provide(layerTest())))

  it.effect("a verification email for a named primary address requires a user", () =>
    Effect.gen(function*() {
      const error = yield* failure(ContactChannels.sendVerificationEmailToPrimary({ email, callbackUrl }))
      assert.strictEqual(error._tag, "CannotGetOwnUserWithoutUser")
    }).pipe(Effect.provide(layerTest())))

  it.effect("a verification code is valid only for its project", () =>
    Effect.gen(function*() {
      const { handle, inbox } = yield* Emulator.Emulator
      yield* Users.create({ primaryEmail: email, password })
      const { items } = yield* Users.list()
      yield* Users.sendVerificationEmail(items[0]!.id, { callbackUrl })
      const [mail] = yield* inbox()
      assert.isEmpty(yield* inbox({ projectId: "internal" }))
      const { body } = yield* handle({
        method: "POST",
        url: "https://api.test/api/v1/contact-channels/verify",
        headers: {
          "content-type": "application/json",
          "x-stack-access-type": "client",
          "x-stack-project-id": "internal",
          "x-stack-publishable-client-key": "this-publishable-client-key-is-for-local-development-only"
        },
        body: JSON.stringify({ code: Redacted.value(mail!.code!) })
      })
      assert.strictEqual(JSON.parse(body!).code, "VERIFICATION_CODE_NOT_FOUND")
    }).pipe(Effect.provide(layerTest())))
})
