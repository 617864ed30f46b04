/**
 * The rules that the service's schemas hold requests to, where the descriptions leave them to the service.
 *
 * @since 0.1.0
 */
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { RedirectUrlNotWhitelisted, SchemaError } from "../wire/KnownErrors.ts"
import { passwordLength } from "../wire/passwordLength.ts"
import type { SmtpConfig } from "../wire/projectConfig.ts"
import { type Refusal, refuse } from "./http.ts"
import type { ProjectRow, UserRow } from "./State.ts"

/**
 * Fails with `SchemaError` unless the condition holds.
 *
 * @category checks
 * @since 0.1.0
 */
export const schema = (holds: boolean, rule: string): Effect.Effect<void, SchemaError> =>
  holds ? Effect.void : Effect.fail(schemaError(rule))

/** @since 0.1.0 */
export const schemaError = (message: string): SchemaError => new SchemaError({ message, details: { message } })

/**
 * Fails with `SchemaError` if a password is longer than any may be.
 *
 * @category checks
 * @since 0.1.0
 */
export const notTooLong = (password: string | null | undefined, name = "password"): Effect.Effect<void, SchemaError> =>
  schema(
    password == null || password.length <= passwordLength.max,
    `${name} has at most ${passwordLength.max} characters`
  )

/** One part of a domain: at most 63 letters, digits and dashes, with no dash at either end. */
const label = "[a-z\\d](?:[a-z\\d-]{0,61}[a-z\\d])?"

const addressPattern = new RegExp(`^[\\w.!#$%&'*+/=?^\`{|}~-]+@${label}(?:\\.${label})*$`, "i")

/** Returns `true` if a text is an address as the HTML standard defines it, with or without a top-level domain. */
const isEmail = (text: string): boolean => addressPattern.test(text)

/** Returns `true` if a text is an address to sign up with: it has a top-level domain, and no dot at an end of the local part. */
const isSignInEmail = (text: string): boolean => {
  if (!isEmail(text)) return false
  // Exactly two parts: no other "@" is in an address.
  const [local, domain] = text.split("@") as [string, string]
  const labels = domain.split(".")
  return !local.split(".").includes("") && labels.length > 1 && labels.at(-1)!.length > 1
}

/** Says whether a text is a URL by the service's rule: absolute and without blanks. */
export const isUrl = (text: string): boolean => !/\s/.test(text) && URL.canParse(text)

/** Says whether a text is a UUID of version 4. */
export const isUuid = (text: string): boolean =>
  /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i.test(text)

/** Says whether a text is base64, which a TOTP secret has to be. */
export const isBase64 = (text: string): boolean =>
  /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(text)

/** Returns `true` if a text is a `data:` URL of an image in base64. */
const isBase64Image = (text: string): boolean => {
  const [head] = /^data:image\/(?:png|jpg|jpeg|gif|bmp|webp);\s*base64,/.exec(text) ?? []
  return head !== undefined && isBase64(text.slice(head.length))
}

/**
 * Fails with `SchemaError` unless a field is an email address or absent.
 *
 * @category checks
 * @since 0.1.0
 */
export const email = (text: string | null | undefined, field = "email"): Effect.Effect<void, SchemaError> =>
  schema(text == null || isEmail(text), `${field} must be an e-mail address`)

/**
 * Fails with `SchemaError` unless an email address has a top-level domain, which only sign-ups and sign-in codes require.
 *
 * @category checks
 * @since 0.1.0
 */
export const signInEmail = (text: string): Effect.Effect<void, SchemaError> =>
  schema(isSignInEmail(text), "email must be an e-mail address with a top-level domain")

/**
 * Fails with `SchemaError` unless a field is a URL.
 *
 * @category checks
 * @since 0.1.0
 */
export const url = (text: string, field = "callback_url"): Effect.Effect<void, SchemaError> =>
  schema(isUrl(text), `${field} must be a URL`)

/**
 * Returns the user who is signed in, or fails with `SchemaError`: to some endpoints, a missing token is a missing header.
 *
 * @category checks
 * @since 0.1.0
 */
export const signedIn = (user: UserRow | undefined): Effect.Effect<UserRow, SchemaError> =>
  user === undefined ? Effect.fail(schemaError("A signed-in user is required")) : Effect.succeed(user)

/**
 * Fails with `SchemaError` unless a text may be the source of a profile image: a URL, `data:` URLs included, or none.
 *
 * @category checks
 * @since 0.1.0
 */
export const image = (text: string | null | undefined): Effect.Effect<void, SchemaError> =>
  schema(
    text == null || text.length <= 1_000_000 && isUrl(text),
    "profile_image_url must be a URL of at most 1000000 characters"
  )

/**
 * Refuses every profile image of a client except a `data:` URL of an image.
 *
 * @category checks
 * @since 0.1.0
 */
export const clientImage = (text: string | null | undefined): Effect.Effect<void, Refusal> =>
  text == null || isBase64Image(text)
    ? Effect.void
    : Effect.fail(refuse(400, "A client's profile image must be a data URL of an image in base64"))

/**
 * Fails with `SchemaError` unless a life in milliseconds is short enough and ends at a time that a date can express. It may
 * be negative, and has then ended already.
 *
 * @category checks
 * @since 0.1.0
 */
export const life = (now: number, millis: number, longest: number): Effect.Effect<void, SchemaError> =>
  schema(
    millis <= longest && !Number.isNaN(new Date(now + millis).getTime()),
    `expires_in_millis must be at most ${longest}`
  )

/**
 * Fails with `SchemaError` unless a mail server can be one.
 *
 * @category checks
 * @since 0.1.0
 */
export const mailServer = (
  { password, port, senderEmail }: SmtpConfig
): Effect.Effect<void, SchemaError> =>
  notTooLong(Redacted.value(password)).pipe(
    Effect.andThen(
      schema(Number.isInteger(port) && port >= 0 && port <= 65_535, "port must be an integer from 0 to 65535")
    ),
    Effect.andThen(email(senderEmail, "sender_email"))
  )

/**
 * Says whether the project trusts a URL: on one of its domains, whose path it continues, the port aside, or on localhost
 * where that is allowed.
 *
 * @category checks
 * @since 0.1.0
 */
export const isTrustedUrl = ({ config }: ProjectRow, text: string): boolean => {
  if (!URL.canParse(text)) return false
  const url = new URL(text)
  if (url.protocol !== "https:" && url.protocol !== "http:") return false
  if (config.allowLocalhost && /^(?:localhost|.+\.localhost|127(?:\.\d+){3})$/.test(url.hostname)) return true
  return config.domains.some(({ domain }) => {
    if (!URL.canParse(domain)) return false
    const trusted = new URL(domain)
    return url.protocol === trusted.protocol && url.hostname === trusted.hostname &&
      url.pathname.startsWith(trusted.pathname)
  })
}

/**
 * Fails with `RedirectUrlNotWhitelisted` unless the project trusts a URL.
 *
 * @category checks
 * @since 0.1.0
 */
export const trustedUrl = (project: ProjectRow, url: string): Effect.Effect<void, RedirectUrlNotWhitelisted> =>
  isTrustedUrl(project, url)
    ? Effect.void
    : Effect.fail(
      new RedirectUrlNotWhitelisted({
        message: "The URL is on none of the project's trusted domains",
        details: {}
      })
    )
