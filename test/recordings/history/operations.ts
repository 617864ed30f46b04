/** The unrecorded steps between the recordings about emails, metrics and the command line. */
import * as Effect from "effect/Effect"
import { randomUUID } from "node:crypto"
import { toUtcDay } from "../../../src/emulator/state/dates.ts"
import { saveUser } from "../../../src/emulator/state/projectTables.ts"
import type { MailRow, ProjectRow, UserRow } from "../../../src/emulator/state/rows.ts"
import { recordActivity } from "../../../src/emulator/state/sessionRows.ts"
import { createTeam } from "../../../src/emulator/state/teamRows.ts"
import type { World } from "../world.ts"
import { type Exceptions, main, type Meanwhile } from "./types.ts"

export const exceptions: Exceptions = {}

/** A command-line sign-in attempt whose start was not recorded. */
const attempt = (
  project: ProjectRow,
  codes: { readonly pollingCode?: string; readonly loginCode?: string },
  life: number
) =>
  project.cliAttempts.push({
    pollingCode: randomUUID(),
    loginCode: randomUUID(),
    expiresAtMillis: project.createdAtMillis + life,
    refreshToken: undefined,
    isUsed: false,
    ...codes
  })

const loginCodeOf = (world: World, name: string): string => world.recorded.payloadOf(name).login_code

const longLife = 1_000_000_000_000

/** Template documents are masked, valid and invalid ones alike: this one was valid. */
const goodDocument = "\"subject\":\"Sign in\",\"content\":"
const masked = "{\"<template document>\":true}"
const document = JSON.stringify({
  root: { type: "EmailLayout", data: { childrenIds: ["text"] } },
  text: { type: "Text", data: { props: { text: "{{ otp }}" } } }
})

/**
 * Adds the emails that were not recorded when sent. Emails sent by the emulator must be among the recorded ones in the same
 * order; remaining ones are last, and make the lists differ.
 */
const addMails = (project: ProjectRow, shown: ReadonlyArray<any>): void => {
  const own = project.mails.splice(0)
  for (const { sent_at_millis, subject, to } of shown.toReversed()) {
    const seen: MailRow = {
      id: randomUUID(),
      type: "email_verification",
      to,
      subject,
      text: "",
      code: undefined,
      link: undefined,
      sentAtMillis: sent_at_millis,
      sender: project.config.emailConfig,
      error: null
    }
    project.mails.push(own[0]?.to[0] === to[0] ? own.shift()! : seen)
  }
  project.mails.push(...own)
}

const methodsOf = (user: UserRow): ReadonlyArray<string> => [
  ...(user.password === null ? [] : ["password"]),
  ...(user.otpAuthEnabled ? ["otp"] : []),
  ...(user.passkey === null ? [] : ["passkey"]),
  ...user.oauthProviders.map(({ id }) => id)
]

/** Returns `true` if a user's address was invented by a test, so that the user's sign-in methods are unknown. */
const isUnseen = (recorded: string, { contactChannels: [channel] }: UserRow): boolean =>
  channel !== undefined && !recorded.includes(channel.value)

/** Adds the users, and the days of activity, that no other recorded exchange shows. */
const addUsers = (world: World): void => {
  const project = main(world)
  const metrics = world.recorded.bodyOf("internal metrics")
  const newest: ReadonlyArray<any> = metrics.recently_registered.toReversed()
  for (const seen of newest) {
    const user = world.user(project, { id: seen.id, email: seen.primary_email })!
    user.contactChannels[0]!.value = seen.primary_email
    saveUser(project, user)
    Object.assign(user, { signedUpAtMillis: seen.signed_up_at_millis })
    if (seen.selected_team !== null && user.selectedTeamId === null) {
      user.selectedTeamId = Effect.runSync(createTeam(project, { displayName: "Team" }, user.id)).id
    }
    recordActivity(project, user.id, seen.last_active_at_millis)
  }
  while (project.users.size < metrics.total_users) world.user(project, { id: randomUUID() })

  const recorded = JSON.stringify(world.recorded.all)
  const unseen = [...project.users.values()].filter((user) => isUnseen(recorded, user))
  for (const user of unseen) Object.assign(user, { password: null, otpAuthEnabled: false, oauthProviders: [] })
  // The others were created before them and after the project, though recordings do not show the exact time.
  for (const user of project.users.values()) {
    if (newest.some(({ id }) => world.names.of(id) === user.id)) continue
    const latest = newest[0].signed_up_at_millis - 1
    Object.assign(user, {
      signedUpAtMillis: Math.min(Math.max(user.signedUpAtMillis, project.createdAtMillis), latest)
    })
  }
  const present = [...project.users.values()].flatMap(methodsOf)
  for (const { count, method } of metrics.login_methods) {
    const missing = count - present.filter((other) => other === method).length
    const without = unseen.filter((user) => !methodsOf(user).includes(method))
      .toSorted((a, b) => methodsOf(a).length - methodsOf(b).length)
    for (const user of without.slice(0, Math.max(missing, 0))) {
      if (method === "password") user.password = { plain: "correct horse" }
      else if (method === "otp") user.otpAuthEnabled = true
      else {
        user.oauthProviders = [...user.oauthProviders, {
          id: method,
          connectionId: randomUUID(),
          accountId: user.id,
          email: null,
          allowSignIn: true,
          allowConnectedAccounts: true,
          tokens: []
        }]
      }
    }
  }

  const today = project.activity.get(toUtcDay(newest[0].last_active_at_millis))!
  while (today.size < metrics.daily_active_users.at(-1).activity) today.add(randomUUID())
}

export const meanwhile: Meanwhile = {
  "cli poll expired": (world) =>
    attempt(main(world), { pollingCode: world.recorded.payloadOf("cli poll expired").polling_code }, 0),
  "cli complete expired [no override header]": (world) =>
    attempt(main(world), { loginCode: loginCodeOf(world, "cli complete expired") }, 0),
  "cli complete of another project [no override header]": (world) =>
    attempt(world.project("internal"), { loginCode: loginCodeOf(world, "cli complete of another project") }, longLife),
  "email template update content": (world) => world.names.match(goodDocument + masked, goodDocument + document),
  "email template update with shared email config [no override header]": (world) =>
    world.project(
      world.recorded.byName("email template update with shared email config").request.headers["X-Stack-Project-Id"]!
    ),
  "internal emails list": (world) => addMails(main(world), world.recorded.bodyOf("internal emails list").items),
  "internal metrics": addUsers
}
