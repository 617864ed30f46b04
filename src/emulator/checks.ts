/**
 * The rules that the service's schemas hold requests to, where the descriptions leave them to the service.
 *
 * @since 0.1.0
 */
import * as Effect from "effect/Effect"
import { type CannotGetOwnUserWithoutUser, RedirectUrlNotWhitelisted, SchemaError } from "../wire/KnownErrors.ts"
import { noOwnUser } from "./errors.ts"
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
 * The shortest and the longest password, in characters.
 *
 * @category constants
 * @since 0.1.0
 */
export const passwordLength = { min: 8, max: 70 }

/** Says whether a text is an e-mail address by the service's strict rule. */
export const isEmail = (text: string): boolean =>
  /^[^\s@.]+(\.[^\s@.]+)*@[^\s@.]+(\.[^\s@.]+)*\.[^\s@.]{2,}$/.test(text)

/** Says whether a text is a URL by the service's rule: absolute and without blanks. */
export const isUrl = (text: string): boolean => !/\s/.test(text) && URL.canParse(text)

/** Says whether a text is a UUID of version 4. */
export const isUuid = (text: string): boolean =>
  /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i.test(text)

/** Says whether a text is base64, which a TOTP secret has to be. */
export const isBase64 = (text: string): boolean =>
  /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(text)

/**
 * Returns the id of a user where `me` stands for the one who is signed in.
 *
 * @category checks
 * @since 0.1.0
 */
export const userIdOf = (
  user: UserRow | undefined,
  idOrMe: string
): Effect.Effect<string, CannotGetOwnUserWithoutUser> =>
  idOrMe !== "me" ? Effect.succeed(idOrMe) : user === undefined ? noOwnUser : Effect.succeed(user.id)

/** Says whether a text may be the source of a profile image: a URL, or the image itself. */
export const isImageSource = (text: string): boolean => text.length <= 1_000_000 && (isUrl(text) || isBase64Image(text))

/** What `isImageSource` wants, in words. */
export const imageSourceRule = "profile_image_url must be a URL of at most 1000000 characters"

/** Says whether a text is an image in base64, which is all that clients may give for a profile image. */
export const isBase64Image = (text: string): boolean =>
  isBase64(text.replace(/^data:image\/(?:png|jpg|jpeg|gif|bmp|webp);\s*base64,/, ""))

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
        message: "The callback URL is on none of the project's trusted domains",
        details: {}
      })
    )
