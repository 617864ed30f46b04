/**
 * A client's flight recorder, and the type of its recordings.
 *
 * **Example** (Recording a client)
 *
 * ```ts
 * import * as Layer from "effect/Layer"
 * import { Client, TokenStore } from "latchkey"
 * import { Recorder } from "latchkey/recorder"
 *
 * const layer = Client.layer({ projectId: "3f6e8a52-62c3-4d2e-9d5b-0a3b9a0f7a11" }).pipe(
 *   Layer.provideMerge(Recorder.layer()),
 *   Layer.provide(TokenStore.layerMemory)
 * )
 * ```
 */
export * as Recorder from "./recorder/Recorder.ts"
export type {
  RecordedEvent,
  RecordedEventData,
  RecordedRequest,
  RecordedResponse,
  Recording
} from "./recorder/Recording.ts"
