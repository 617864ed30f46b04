/** A client's flight recorder, and the type of its recordings. */
export * as Recorder from "./recorder/Recorder.ts"
export type {
  RecordedEvent,
  RecordedEventData,
  RecordedRequest,
  RecordedResponse,
  Recording
} from "./recorder/Recording.ts"
