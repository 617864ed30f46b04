/** The validation rules that descriptions do not contain. One error lists their violations and those of the types. */
import type { Any } from "../../wire/Endpoint.ts"
import { passwordLength } from "../../wire/passwordLength.ts"
import { oauthProviderIds } from "../../wire/projectConfig.ts"
import { list } from "../../wire/users.ts"
import { isPossibleId } from "../rules/permissions.ts"
import * as validation from "../rules/validation.ts"
import type { ServiceState } from "../state/ServiceState.ts"
import { joinPath } from "./findViolations.ts"
import { reject, type Rejection } from "./http.ts"

/** A request's input parts, in the order in which the service lists violations. */
export const parts = ["payload", "params", "query"] as const

export type Part = typeof parts[number]

/** The version of the service whose rules hold. */
export type Version = Pick<ServiceState, "generation" | "isNewest">

/** Returns one sentence per violation. A value with the wrong type is ignored here. */
type Rule = (value: unknown, path: string) => ReadonlyArray<string>

interface Rules extends Readonly<Partial<Record<Part, Rule>>> {
  readonly needsUser?: boolean
}

type RuleTable = Readonly<Record<string, Rules>>

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null

const text = (isValid: (text: string) => boolean, requirement: string): Rule => (value, path) =>
  typeof value !== "string" || isValid(value) ? [] : [`${path} ${requirement}`]

const number = (isValid: (number: number) => boolean, requirement: string): Rule => (value, path) =>
  typeof value !== "number" || isValid(value) ? [] : [`${path} ${requirement}`]

const all = (...rules: ReadonlyArray<Rule>): Rule => (value, path) => rules.flatMap((rule) => rule(value, path))

const eachItem = (rule: Rule): Rule => (value, path) =>
  Array.isArray(value) ? value.flatMap((item, index) => rule(item, joinPath(path, index))) : []

const fields = (rules: Readonly<Record<string, Rule>>): Rule => (value, path) =>
  isRecord(value)
    ? Object.entries(rules).flatMap(([name, rule]) =>
      Object.hasOwn(value, name) ? rule(value[name], joinPath(path, name)) : []
    )
    : []

const maxLength = (max: number): Rule => text((text) => text.length <= max, `must have at most ${max} characters`)

const notEmpty = text((text) => text !== "", "must not be empty")

const password = maxLength(passwordLength.max)
const uuid = text(validation.isUuid, "must be a UUID v4")
const email = text((text) => text === "" || validation.isAddress(text), "must be an email address")
const signInEmail = all(
  email,
  text(validation.hasTopLevelDomain, "must be an email address with a top-level domain of at least two characters")
)
const url = all(
  text((text) => !text.includes(" "), "must not contain spaces"),
  text((text) => URL.canParse(text), "must be a URL")
)
const image = all(url, maxLength(1_000_000))
const base64 = text(validation.isBase64, "must be base64")
const code = fields({ code: text((text) => text.length === 45, "must have 45 characters") })

/** A lifetime may be negative, which means already expired, within the date range. */
const lifetime = (longest: number): Rule =>
  number((millis) => millis <= longest && millis >= -8.64e15, `must be at most ${longest}`)

const userFields = {
  totp_secret_base64: base64,
  profile_image_url: image,
  primary_email: email,
  password
}

const userUpdate = fields({
  ...userFields,
  is_anonymous: (value, path) => value === true ? [`${path} must be false`] : []
})

const integer = (max: number): Rule =>
  number((value) => Number.isInteger(value) && value >= 0 && value <= max, `must be an integer from 0 to ${max}`)

const mailServer = fields({ port: integer(65_535), password, sender_email: all(notEmpty, email) })

/** Applies a rule only to `standard` configurations, not to shared ones. */
const ifStandard = (rule: Rule): Rule => (value, path) =>
  isRecord(value) && value["type"] === "standard" ? rule(value, path) : []

const config = fields({
  domains: eachItem(fields({
    domain: all(
      url,
      text((text) => /^https?:\/\//.test(text), "must start with http:// or https://")
    ),
    handler_path: text((text) => text.startsWith("/"), "must start with a slash")
  })),
  oauth_providers: eachItem(all(
    fields({
      id: text(
        (text) => oauthProviderIds.some((id) => id === text),
        `must be one of these providers: ${oauthProviderIds.join(", ")}`
      )
    }),
    ifStandard(fields({ client_id: notEmpty, client_secret: notEmpty }))
  )),
  email_config: ifStandard(
    all(mailServer, fields({ host: notEmpty, username: notEmpty, password: notEmpty, sender_name: notEmpty }))
  )
})

const logos = { logo_url: image, logo_full_url: image, logo_dark_mode_url: image, logo_full_dark_mode_url: image }

const permissionId = text(isPossibleId, "must be the id of a built-in permission if it starts with $")
const permission = fields({ permission_id: permissionId })
const contents = fields({ contained_permission_ids: eachItem(permissionId) })

const profile = { payload: fields({ profile_image_url: image }) }
const channel = { payload: fields({ value: email }) }
const invitation = { payload: fields({ email, callback_url: url }) }

const page = {
  query: fields({ cursor: uuid, limit: text((text) => /^[1-9]\d*$/.test(text), "must be an integer of at least 1") })
}

/** The rules by endpoint id. Those for an endpoint also hold for its variant for servers, unless that has others. */
const rules: RuleTable = {
  "admin.project.update": { payload: fields({ ...logos, config }) },
  "internalProjects.create": { payload: fields({ ...logos, owner_team_id: uuid, config }) },
  "admin.teamPermissionDefinitions.create": { payload: contents },
  "admin.teamPermissionDefinitions.update": { params: permission, payload: contents },
  "admin.teamPermissionDefinitions.remove": { params: permission },
  "admin.projectPermissionDefinitions.create": { payload: contents },
  "admin.projectPermissionDefinitions.update": { params: permission, payload: contents },
  "admin.projectPermissionDefinitions.remove": { params: permission },
  "cli.initiate": { payload: fields({ expires_in_millis: lifetime(86_400_000) }) },
  "contactChannels.sendVerificationCodeLegacy": { needsUser: true, payload: fields({ email, callback_url: url }) },
  "contactChannels.verify": { payload: code },
  "contactChannels.verifyCheck": { payload: code },
  "contactChannels.create.client": channel,
  "contactChannels.create.server": channel,
  "contactChannels.update.client": channel,
  "contactChannels.update.server": channel,
  "contactChannels.sendVerificationCode": { payload: fields({ callback_url: url }) },
  "emails.sendTest": { payload: fields({ recipient_email: email, email_config: mailServer }) },
  "mfa.signIn": { payload: code },
  "oauth.authorize": { query: fields({ redirect_uri: url, error_redirect_url: url, error_redirect_uri: url }) },
  "otp.sendSignInCode": { payload: fields({ email: signInEmail, callback_url: url }) },
  "otp.signIn": { payload: code },
  "otp.signInCheck": { payload: code },
  "passkey.startRegistration": { needsUser: true },
  "passkey.completeRegistration": { needsUser: true, payload: code },
  "passkey.completeSignIn": { payload: code },
  "password.signIn": { payload: fields({ email, password }) },
  "password.signUp": { payload: fields({ email: signInEmail, password, verification_callback_url: url }) },
  "password.update": { needsUser: true, payload: fields({ old_password: password, new_password: password }) },
  "password.set": { needsUser: true, payload: fields({ password }) },
  "password.sendResetCode": { payload: fields({ email, callback_url: url }) },
  "password.resetCheck": { payload: code },
  "password.reset": { payload: all(code, fields({ password })) },
  "projectPermissions.list": { query: permission },
  "projectPermissions.grant": { params: permission },
  "projectPermissions.revoke": { params: permission },
  "teamPermissions.list": { query: permission },
  "teamPermissions.grant": { params: permission },
  "teamPermissions.revoke": { params: permission },
  "sessions.create.server": { payload: fields({ expires_in_millis: lifetime(31_708_800_000) }) },
  "teams.create": profile,
  "teams.update": profile,
  "teamInvitations.sendCode": invitation,
  "teamInvitations.accept": { payload: code },
  "teamInvitations.acceptCheck": { payload: code },
  "teamInvitations.getDetails": { payload: code },
  "signInInvitations.send": invitation,
  "teamMemberProfiles.update": profile,
  "users.me.update": { payload: userUpdate },
  "users.create": { payload: fields(userFields) },
  "users.update": { payload: userUpdate },
  "users.list": page,
  "teams.list": page
}

const shortEmail = maxLength(256)
const displayName = maxLength(256)
const channel2026 = { payload: fields({ value: shortEmail }) }

/** Rejects a restriction's reason and details without the restriction. */
const restriction: Rule = (value, path) =>
  isRecord(value) && value["restricted_by_admin"] !== true
    ? ["restricted_by_admin_reason", "restricted_by_admin_private_details"].flatMap((name) =>
      value[name] == null ? [] : [`${joinPath(path, name)} must be null unless restricted_by_admin is true`]
    )
    : []

const user2026 = all(
  fields({
    display_name: displayName,
    primary_email: shortEmail,
    country_code: text((text) => /^[a-z]{2}$/i.test(text), "must be a country code of two letters"),
    risk_scores: fields({ sign_up: fields({ bot: integer(100), free_trial_abuse: integer(100) }) })
  }),
  restriction
)

const configSources: Readonly<Record<string, ReadonlyArray<string>>> = {
  "pushed-from-github": ["owner", "repo", "branch", "commit_hash", "config_file_path"],
  "pushed-from-unknown": [],
  unlinked: []
}

/** Checks a configuration source's type, and the fields that the type requires. */
const configSource: Rule = (value, path) => {
  if (!isRecord(value)) return []
  const { type } = value
  const names = typeof type === "string" && Object.hasOwn(configSources, type) ? configSources[type] : undefined
  if (names === undefined) {
    return [`${joinPath(path, "type")} must be one of these types: ${Object.keys(configSources).join(", ")}`]
  }
  return names.flatMap((name) => typeof value[name] === "string" ? [] : [`${joinPath(path, name)} must be a string`])
}

const rules2026: RuleTable = {
  "users.me.update": { payload: fields({ display_name: displayName, primary_email: all(shortEmail, notEmpty) }) },
  "users.me.update.server": { payload: user2026 },
  "users.create": { payload: user2026 },
  "users.update": { payload: user2026 },
  "password.signUp": { payload: fields({ email: shortEmail }) },
  "password.signIn": { payload: fields({ email: all(shortEmail, notEmpty) }) },
  "password.sendResetCode": { payload: fields({ email: shortEmail }) },
  "otp.sendSignInCode": { payload: fields({ email: shortEmail }) },
  "emails.send": { payload: fields({ theme_id: uuid }) },
  "oauth.authorizeCrossDomain": {
    payload: fields({ code_challenge: text((text) => text.length >= 43, "must have at least 43 characters") })
  },
  "config.override.replace": { payload: fields({ source: configSource }) },
  "contactChannels.create.client": channel2026,
  "contactChannels.create.server": channel2026,
  "contactChannels.update.client": channel2026,
  "contactChannels.update.server": channel2026
}

/** Values that services accept after version 2.8.86. */
const rulesUntilNewest: RuleTable = {
  "users.list": { query: fields({ order_by: text((text) => text === "signed_up_at", "must be \"signed_up_at\"") }) }
}

export const endpointsWithRules: ReadonlyArray<string> = [rules, rules2026, rulesUntilNewest].flatMap(Object.keys)

/** Returns one sentence for each rule that a request part violates. */
export const findBrokenRules = ({ id }: Any, part: Part, value: unknown, path: string, version: Version) =>
  [rules, ...version.generation === "2025" ? [] : [rules2026], ...version.isNewest ? [] : [rulesUntilNewest]]
    .flatMap((table) => (table[id] ?? table[id.replace(/\.server$/, "")])?.[part]?.(value, path) ?? [])

/** Returns the rejection if the 2026 service rejects a request with a plain text instead of `SCHEMA_ERROR`. */
export const findPlainRejection = (
  { id }: Any,
  { params, query }: {
    readonly params: Readonly<Record<string, string>>
    readonly query: Readonly<Record<string, string>>
  }
): Rejection | undefined => {
  if (/^teamInvitations\.(list|revoke)(\.server)?$/.test(id) && ("team_id" in query) === ("user_id" in query)) {
    return reject(400, "Set either team_id or user_id")
  }
  return id === "emailTemplateSources.remove" && !validation.isUuid(params["id"] ?? "")
    ? reject(404, "No email template has this id")
    : undefined
}

/** The endpoints that also accept the list's query since 2026, and ignore it. */
const readsOfUsers = ["users.get", "users.me.get", "users.me.get.server"]

/** Returns the codec for an endpoint's request part, with parts that the service accepts without use. */
export const getPart = (endpoint: Any, part: Part, { generation }: Version): Any[Part] =>
  part === "query" && generation === "2026" && readsOfUsers.includes(endpoint.id) ? list.query : endpoint[part]

/** Returns `true` if an endpoint requires a signed-in user. */
export const needsUser = ({ id }: Any): boolean => rules[id]?.needsUser === true
