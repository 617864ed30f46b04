/** What people read: of errors, and of times. */
import { ApiError } from "latchkey"

export interface Failure {
  readonly _tag: string
  readonly message: string
}

export const isFailure = (error: unknown): error is Failure =>
  error instanceof Error && "_tag" in error && typeof error._tag === "string"

/** An error in words for whoever sits in front of it. */
export const describeError = (error: Failure): string => {
  if (error._tag === "PasskeyWebAuthnError") return "The device gave no passkey. Try again, or use another way."
  if (!(error instanceof ApiError)) return error.message
  switch (error.reason._tag) {
    case "NetworkFailure":
      return "The service cannot be reached. Nothing is lost: try again once the connection is back."
    case "RateLimited":
      return "The service has had too many requests. Try again in a moment."
    case "ServiceUnavailable":
      return "The service is not available at the moment. Try again later."
    case "InvalidResponse":
      return "The service's answer makes no sense. Nothing is lost: try again later."
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
