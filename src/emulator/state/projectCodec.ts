/** The codec for a project with all its rows. */
import * as Redacted from "effect/Redacted"
import {
  array,
  boolean,
  check,
  type Codec,
  finite,
  literal,
  object,
  optional,
  pattern,
  string,
  transform,
  unknown
} from "../../wire/Codec.ts"
import { isObject } from "../../wire/Json.ts"
import { struct } from "../../wire/Struct.ts"
import { webhookCodecs, type WebhookType } from "../../wire/webhookEvents.ts"
import { isWebhookUrl } from "../webhooks/rows.ts"
import type { WebhookRows } from "../webhooks/types.ts"
import { list, maybe, millis, tableOf } from "./collectionCodecs.ts"
import { makeTables } from "./projectTables.ts"
import { ApiKeyRow, CodeRow, projectFields, type ProjectRow, SessionRow, UserRow } from "./rows.ts"

// Sound: the codecs' keys are the event types.
const webhookType = () => literal(...Object.keys(webhookCodecs) as Array<WebhookType>)

const url = check(string, isWebhookUrl, "an absolute http or https URL")

const webhookSecret: Codec<Redacted.Redacted<string>> = /*#__PURE__*/ transform(
  pattern(/^whsec_[A-Za-z\d+/]+={0,2}$/, "whsec_ and Base64"),
  // Sound: the JSON is a string.
  check(object, Redacted.isRedacted) as Codec<unknown> as Codec<Redacted.Redacted<string>>,
  (text) => Redacted.make(text),
  Redacted.value
)

const Webhooks: Codec<WebhookRows> = /*#__PURE__*/ transform(
  struct(() => ({
    endpoints: array(struct({ url, events: optional(array(webhookType())), secret: webhookSecret })),
    deliveries: list(struct({
      id: string,
      url,
      secret: webhookSecret,
      type: webhookType(),
      body: string,
      createdAtMillis: millis,
      attempts: list(struct({ atMillis: millis, status: maybe(finite), error: maybe(string) })),
      nextAttemptAtMillis: maybe(millis),
      isDelivered: boolean
    }))
  })),
  check(unknown, isObject) as Codec<unknown> as Codec<WebhookRows>,
  ({ deliveries, endpoints }) => ({ endpoints, deliveries, events: [] }),
  ({ deliveries, endpoints }) => ({ endpoints, deliveries })
)

export const Project: Codec<ProjectRow> = struct({
  ...projectFields,
  users: tableOf(UserRow, () => makeTables().users),
  sessions: tableOf(SessionRow, () => makeTables().sessions),
  codes: tableOf(CodeRow, () => makeTables().codes),
  apiKeys: tableOf(ApiKeyRow, () => makeTables().apiKeys),
  webhooks: Webhooks
})
