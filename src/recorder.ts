/** A client's flight recorder, and the type of its recordings. */
export * as Recorder from "./recorder/Recorder.ts"
export type { RedirectName, SessionOperation } from "./recorder/RecorderEvent.ts"
export type {
  RecordedClaims,
  RecordedEvent,
  RecordedEventData,
  RecordedOutcome,
  RecordedRequest,
  RecordedResponse,
  RecordedTokens,
  Recording
} from "./recorder/Recording.ts"
