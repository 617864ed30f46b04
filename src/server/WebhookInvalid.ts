/** The error for webhooks that cannot be verified. */
import { CodedError } from "../platform/CodedError.ts"

const statuses = {
  missingHeader: 400,
  malformedHeader: 400,
  malformedBody: 400,
  bodyUnreadable: 400,
  timestampTooOld: 401,
  timestampTooNew: 401,
  signature: 401,
  processing: 409,
  bodyTooLarge: 413,
  bodyConsumed: 500,
  secret: 500,
  // The service stops to retry a message that was processed.
  replayed: 200
}

/**
 * Why a webhook is invalid.
 *
 * - `missingHeader`, `malformedHeader`: the id, the timestamp or the signature.
 * - `timestampTooOld`, `timestampTooNew`: the timestamp differs from the clock by more than the tolerance.
 * - `signature`: no `v1` signature matches the body and a secret.
 * - `replayed`: the message has been processed before. `processing`: another request is processing it.
 * - `bodyTooLarge`, `bodyUnreadable`: the body exceeds the limit, or the connection ended.
 * - `bodyConsumed`: a framework has parsed the body, so that the signed bytes are not available.
 * - `malformedBody`: the signature is valid, but the body is not an event.
 * - `secret`: one of the program's secrets is not `whsec_` and a key with 24 bytes or more in Base64.
 */
export type WebhookInvalidReason = keyof typeof statuses

/** The webhook is invalid. The message contains neither secrets nor request parts. */
export class WebhookInvalid extends CodedError("WebhookInvalid")<{
  readonly message: string
  readonly reason: WebhookInvalidReason
}> {}

/**
 * Returns the status of the response to an invalid webhook: 400 or 401 for most reasons, 413 for a body that is too large,
 * 500 for a mistake in the program, 409 for a message in progress, and 200 for a message that was processed before.
 */
export const toStatus = ({ reason }: WebhookInvalid): number => statuses[reason]
