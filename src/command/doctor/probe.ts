import * as Context from "effect/Context"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"

export interface ProbeRequest {
  readonly method: "GET" | "OPTIONS"
  readonly url: string
  /** May contain secrets: never print them. */
  readonly headers: Readonly<Record<string, string>>
}

export interface ProbeResponse {
  readonly status: number
  readonly header: (name: string) => string | undefined
  /** The body's start. May be a secret: never print it. */
  readonly body: string
}

/** No response arrived. `code` is the system's error code, such as `ENOTFOUND`, or `TIMEOUT`. */
export class ProbeFailed extends Data.TaggedError("ProbeFailed")<{ readonly code: string }> {}

export type Probe = (request: ProbeRequest) => Effect.Effect<ProbeResponse, ProbeFailed>

const timeout = "10 seconds"
const maxBytes = 1_000_000

/** Sends a request by `fetch`, without following redirects. Ends after 10 seconds. */
export const Probe: Context.Reference<Probe> = Context.Reference("latchkey/command/doctor/Probe", {
  defaultValue: () => ({ headers, method, url }: ProbeRequest) =>
    Effect.tryPromise({
      try: async (signal) => {
        const response = await fetch(url, { method, headers, redirect: "manual", signal })
        return {
          status: response.status,
          header: (name: string) => response.headers.get(name) ?? undefined,
          body: await readStart(response)
        }
      },
      catch: (error) => new ProbeFailed({ code: findCode(error) ?? "UNKNOWN" })
    }).pipe(
      Effect.timeoutOrElse({ duration: timeout, orElse: () => Effect.fail(new ProbeFailed({ code: "TIMEOUT" })) })
    )
})

/** Reads up to 1 MB from a body, and cancels the rest. */
const readStart = async (response: Response): Promise<string> => {
  const decoder = new TextDecoder()
  let text = ""
  if (response.body === null) return text
  for await (const chunk of response.body) {
    text += decoder.decode(chunk, { stream: true })
    if (text.length > maxBytes) break
  }
  return text
}

/** Finds a code from the system or TLS, or the name of the parser's error, in an error and its causes. */
const findCode = (error: unknown, depth = 0): string | undefined => {
  if (typeof error !== "object" || error === null || depth > 5) return undefined
  // Its code can be missing, and its message contains the response's start.
  if (error instanceof Error && error.name === "HTTPParserError") return error.name
  if ("code" in error && typeof error.code === "string" && /^[A-Z][A-Z\d_]+$/.test(error.code)) return error.code
  // One host with several addresses: each has failed.
  const errors: ReadonlyArray<unknown> = error instanceof AggregateError ? error.errors : []
  return findCode(errors[0], depth + 1) ?? findCode("cause" in error ? error.cause : undefined, depth + 1)
}
