/** Formatting of errors, dates and durations. */
import { ApiError } from "latchkey"

export interface Failure {
  readonly _tag: string
  readonly message: string
}

export const isFailure = (error: unknown): error is Failure =>
  error instanceof Error && "_tag" in error && typeof error._tag === "string"

/** Returns an error message for the user. */
export const describeError = (error: Failure): string => {
  if (error._tag === "PasskeyWebAuthnError") return "Couldn't use the passkey. Try again, or sign in another way."
  if (!(error instanceof ApiError)) return error.message
  switch (error.reason._tag) {
    case "NetworkFailure":
      return "You're offline. Check your connection."
    case "RateLimited":
      return "Too many requests. Wait a moment and try again."
    case "ServiceUnavailable":
      return "The service is temporarily unavailable. Try again later."
    case "InvalidResponse":
      return "The service sent an invalid response. Try again later."
    default:
      return error.reason.message
  }
}

const day = new Intl.DateTimeFormat("en", { dateStyle: "medium" })
const minute = new Intl.DateTimeFormat("en", { dateStyle: "medium", timeStyle: "short" })
const second = new Intl.DateTimeFormat("en", { timeStyle: "medium", hourCycle: "h23" })

export const formatDay = (date: Date): string => day.format(date)

export const formatMinute = (date: Date): string => minute.format(date)

export const formatSecond = (millis: number): string => second.format(millis)

export const formatDuration = (millis: number): string => {
  const seconds = Math.max(0, Math.ceil(millis / 1000))
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`
}
