/** Webhook headers and signatures, in the format of Standard Webhooks and Svix. */
import * as Redacted from "effect/Redacted"
import standardwebhooks from "standardwebhooks"
import { header, type RequestHeaders } from "../platform/requestHeaders.ts"
import { type Secret, toRedacted } from "../platform/toRedacted.ts"
import { WebhookInvalid, type WebhookInvalidReason } from "./WebhookInvalid.ts"

/** A message's headers. */
export interface SignatureHeaders {
  readonly id: string
  readonly timestampSeconds: number
  /** The `v1` signatures, in Base64. */
  readonly signatures: ReadonlyArray<string>
}

const fail = (reason: WebhookInvalidReason, message: string) => new WebhookInvalid({ reason, message })

/** The header names' prefixes. Svix sends the first, other services the second. */
const families = ["svix", "webhook"] as const

/** An id consists of visible ASCII characters, without the `.` that separates the signed text's parts. */
const idPattern = /^[!-\-/-~]{1,256}$/

/** Unix time in seconds, in the only form that the signed text contains. */
const timestampPattern = /^(?:0|[1-9]\d{0,11})$/

const longestSignatures = 4096

/** Parses a message's headers. Never throws; returns the error for invalid headers. */
export const parseHeaders = (headers: RequestHeaders): SignatureHeaders | WebhookInvalid => {
  const read = (family: string) => ({
    family,
    id: header(headers, `${family}-id`),
    timestamp: header(headers, `${family}-timestamp`),
    signature: header(headers, `${family}-signature`)
  })
  const found = families.map(read)
  const isComplete = ({ id, signature, timestamp }: ReturnType<typeof read>) => !!id && !!signature && !!timestamp
  const { family, id, signature, timestamp } = found.find(isComplete) ??
    found.find(({ id, signature, timestamp }) => id ?? signature ?? timestamp) ?? found[0]!
  if (!id || !timestamp || !signature) {
    const missing = !id ? "id" : timestamp ? "signature" : "timestamp"
    return fail("missingHeader", `The header ${family}-${missing} is missing`)
  }
  if (!idPattern.test(id)) return fail("malformedHeader", `The header ${family}-id is not a message id`)
  if (!timestampPattern.test(timestamp)) {
    return fail("malformedHeader", `The header ${family}-timestamp is not a time in seconds`)
  }
  if (signature.length > longestSignatures) {
    return fail("malformedHeader", `The header ${family}-signature is longer than ${longestSignatures} characters`)
  }
  const signatures = signature.split(" ").flatMap((entry) => entry.startsWith("v1,") ? [entry.slice(3)] : [])
  if (signatures.length === 0) {
    return fail("signature", `The header ${family}-signature contains no signature of the version v1`)
  }
  return { id, timestampSeconds: Number(timestamp), signatures }
}

/**
 * Checks that one of the signatures was created with one of the secrets. Never throws; returns the error otherwise.
 *
 * Each signature is compared with each secret's expected signature, in a time that depends on their number only.
 */
export const checkSignatures = (
  { id, signatures, timestampSeconds }: SignatureHeaders,
  body: string,
  secrets: Secret | ReadonlyArray<Secret>
): WebhookInvalid | undefined => {
  const problem = findSecretProblem(secrets)
  if (problem !== undefined) return fail("secret", `The webhook secret ${problem}`)
  let isValid = false
  for (const secret of toList(secrets)) {
    const expected = sign(secret, id, timestampSeconds, body)
    for (const signature of signatures) if (isEqual(signature, expected)) isValid = true
  }
  return isValid ? undefined : fail("signature", "No signature matches the body, the headers and the secret")
}

/** The shortest key that Standard Webhooks allows, in bytes. The text `undefined` is a 6-byte key that anyone can guess. */
const minKeyBytes = 24

/**
 * Returns the problem with an endpoint's secrets, or `undefined` if all are keys. Never throws. The text completes the
 * sentence "The secret … ", and never contains a secret.
 */
export const findSecretProblem = (secrets: Secret | ReadonlyArray<Secret>): string | undefined => {
  const all = toList(secrets)
  if (all.length === 0) return "is missing: the list is empty. Pass at least one"
  for (const [index, secret] of all.entries()) {
    const problem = findKeyProblem(Redacted.isRedacted(secret) ? Redacted.value(secret) : secret)
    if (problem !== undefined) return all.length === 1 ? problem : `${index + 1} of ${all.length} ${problem}`
  }
  return undefined
}

const findKeyProblem = (text: unknown): string | undefined => {
  if (text === undefined) return "is undefined"
  if (typeof text !== "string") return "is not a string"
  const [, encoded = ""] = /^(?:whsec_)?([A-Za-z\d+/]+)={0,2}$/.exec(text) ?? []
  if (encoded === "") return "is not \"whsec_\" and Base64"
  const bytes = Math.floor(encoded.length * 3 / 4)
  return bytes < minKeyBytes ? `has a key of ${bytes} bytes, which must have ${minKeyBytes} or more` : undefined
}

const toList = (secrets: Secret | ReadonlyArray<Secret>): ReadonlyArray<Secret> => [secrets].flat()

/** Returns the signature in Base64. The secret must have been checked. */
const sign = (secret: Secret, id: string, timestampSeconds: number, body: string): string =>
  new standardwebhooks.Webhook(Redacted.value(toRedacted(secret)))
    .sign(id, new Date(timestampSeconds * 1000), body).slice("v1,".length)

/** Compares two texts in a time that depends on their lengths only. */
const isEqual = (received: string, expected: string): boolean => {
  let difference = received.length ^ expected.length
  for (let index = 0; index < expected.length; index++) {
    difference |= received.charCodeAt(index) ^ expected.charCodeAt(index)
  }
  return difference === 0
}
