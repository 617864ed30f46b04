/** Checks that several handlers share, and predicates for request rules. */
import * as Effect from "effect/Effect"
import { RedirectUrlNotWhitelisted, RequestSchemaError } from "../../wire/KnownErrors.ts"
import { reject } from "../requests/http.ts"
import type { ProjectRow, UserRow } from "../state/rows.ts"
import { failUnless, makeError } from "./failWith.ts"
import { isStoredImage } from "./images.ts"
import { isNativeUrl, isOnDomain } from "./trustedDomains.ts"

/** Creates a `RequestSchemaError` from one sentence per violation. The router adds the request to its message. */
export const schemaError = (violations: ReadonlyArray<string>): RequestSchemaError => {
  const message = violations.join("\n")
  return makeError(RequestSchemaError, message, { message })
}

export const isUuid = (text: string): boolean =>
  /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i.test(text)

/** Returns `true` if a string is base64. Not a single regular expression, which long strings could overflow. */
export const isBase64 = (text: string): boolean => {
  const digits = text.endsWith("==") ? text.length - 2 : text.endsWith("=") ? text.length - 1 : text.length
  return text.length % 4 === 0 && !/[^A-Za-z0-9+/]/.test(text.slice(0, digits))
}

const isBase64Image = (text: string): boolean => {
  const [head] = /^data:image\/(?:png|jpg|jpeg|gif|bmp|webp);\s*base64,/.exec(text) ?? []
  return head !== undefined && isBase64(text.slice(head.length))
}

const splitAddress = (text: string): { readonly local: string; readonly labels: ReadonlyArray<string> } => {
  const at = text.lastIndexOf("@")
  return { local: text.slice(0, Math.max(at, 0)), labels: at < 0 ? [] : text.slice(at + 1).split(".") }
}

/** Returns `true` if a string is an email by the HTML standard, which does not require a top-level domain. */
export const isAddress = (text: string): boolean => {
  const { labels, local } = splitAddress(text)
  return local !== "" && !/[^\w.!#$%&'*+/=?^`{|}~-]/.test(local) && labels.length > 0 &&
    labels.every((label) => label.length <= 63 && /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/i.test(label))
}

/** Returns `true` if the domain has a top-level domain, and the local part no leading, trailing or double dot. */
export const hasTopLevelDomain = (text: string): boolean => {
  const { labels, local } = splitAddress(text)
  return labels.length > 1 && labels[labels.length - 1]!.length >= 2 && local.split(".").every((part) => part !== "")
}

/** Returns the signed-in user. Fails with a schema error: some endpoints report a missing token as a missing header. */
export const requireUser = (user: UserRow | undefined) =>
  user === undefined ? Effect.fail(schemaError(["auth.user is missing"])) : Effect.succeed(user)

/** Fails unless the profile image sent by a client is an image's `data:` URL, or was one before it was stored. */
export const checkClientImage = (project: ProjectRow, text: string | null | undefined) =>
  text == null || isBase64Image(text) || isStoredImage(project, text)
    ? Effect.void
    : Effect.fail(reject(400, "Clients must send the profile image as a data URL of an image in base64"))

/** Returns `true` if the project trusts a URL. Before 2026, ports are ignored and domains have no wildcards. */
export const isTrustedUrl = ({ config, generation }: ProjectRow, text: string): boolean => {
  if (!URL.canParse(text)) return false
  if (generation === "2026" && isNativeUrl(text)) return true
  const url = new URL(text)
  if (url.protocol !== "https:" && url.protocol !== "http:") return false
  if (config.allowLocalhost && /^(?:localhost|.+\.localhost|127(?:\.\d+){3})$/.test(url.hostname)) return true
  return config.domains.some(({ domain }) => {
    if (generation === "2026") return isOnDomain(url, domain)
    if (!URL.canParse(domain)) return false
    const trusted = new URL(domain)
    return url.protocol === trusted.protocol && url.hostname === trusted.hostname &&
      url.pathname.startsWith(trusted.pathname)
  })
}

/** Fails with `RedirectUrlNotWhitelisted` unless the project trusts a URL. */
export const checkTrustedUrl = (project: ProjectRow, url: string): Effect.Effect<void, RedirectUrlNotWhitelisted> =>
  failUnless(
    isTrustedUrl(project, url),
    RedirectUrlNotWhitelisted,
    "The URL is not on a trusted domain of the project. Add its domain to the trusted domains."
  )
