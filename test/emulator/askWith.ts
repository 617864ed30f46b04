/** Requests with any headers, also with those that `fetch` sets. */
import * as Effect from "effect/Effect"
import { request as send } from "node:http"

interface Answer {
  readonly status: number
  readonly headers: NodeJS.Dict<string | ReadonlyArray<string>>
  readonly text: string
}

/** Sends a request to a port of this computer. */
export const askWith =
  (port: number) => (method: string, path: string, headers: Record<string, string> = {}, body?: string) =>
    Effect.callback<Answer, Error>((resume) => {
      const request = send({ host: "127.0.0.1", port, method, path, headers }, (response) => {
        let text = ""
        response.setEncoding("utf8").on("data", (part: string) => text += part).on("end", () => {
          resume(Effect.succeed({ status: response.statusCode!, headers: response.headers, text }))
        })
      })
      request.on("error", (error) => resume(Effect.fail(error)))
      request.end(body)
    }).pipe(Effect.orDie)
