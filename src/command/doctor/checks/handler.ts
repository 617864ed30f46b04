import * as Effect from "effect/Effect"
import { type Check, makeFindings } from "../Check.ts"
import { Probe, ProbeFailed } from "../probe.ts"

/** Checks that a route renders the handler pages. If the app runs, it also requests one. */
export const checkHandler: Check = Effect.fnUntraced(function*({ origin, project: { framework }, sources }) {
  const { fail, pass, skip } = makeFindings("handler")
  if (framework !== "vite" && framework !== "next") return [skip("The project has no pages.")]
  const pages = sources.filter(({ text }) => /\bHandlerPages?\b/.test(text))
  if (framework === "next") {
    const route = pages.find(({ path }) =>
      /(?:^|\/)app\/(?:.*\/)?handler\/\[{1,2}\.\.\.[^\]]+\]{1,2}\/page\.[jt]sx?$/.test(path)
    )
    if (route === undefined) {
      return [fail(
        "No route renders HandlerPage below /handler. Links in emails and OAuth callbacks need it.",
        "Create app/handler/[...page]/page, which renders HandlerPage.",
        `// app/handler/[...page]/page.tsx\nimport { HandlerPage } from "latchkey/react"\n\n` +
          "export default function Handler() { return <HandlerPage /> }"
      )]
    }
  } else if (pages.length === 0) {
    return [fail(
      "No component renders HandlerPage. Links in emails and OAuth callbacks open paths below /handler.",
      "Render HandlerPage for these paths.",
      "{location.pathname.startsWith(\"/handler/\") ? <HandlerPage /> : <App />}"
    )]
  }
  const [page] = pages
  const found = pass(`${page!.path} renders the handler pages.`)
  if (origin === undefined) return [found]
  const probe = yield* Probe
  const response = yield* probe({
    method: "GET",
    url: new URL("/handler/sign-in", origin).href,
    headers: { accept: "text/html" }
  }).pipe(Effect.catch((error) => Effect.succeed(error)))
  if (response instanceof ProbeFailed) return [found, skip(`The app does not run at ${origin.origin}.`)]
  return response.status >= 400
    ? [
      found,
      fail(
        `${origin.origin}/handler/sign-in responds with the status ${response.status}.`,
        framework === "vite"
          ? "Let the server respond to all paths with index.html."
          : "Check that no proxy or middleware handles the path, and that another app does not use the port."
      )
    ]
    : [found, pass(`The app at ${origin.origin} responds to /handler/sign-in.`)]
})
