/** The emulator's pages for people, at `/` and below `/latchkey/ui`, which also work without a script. */
import * as Effect from "effect/Effect"
import type { ControlPages } from "../control/ControlTarget.ts"
import { type EmulatorResponse, makeTextResponse } from "../requests/http.ts"
import { decodeSegment, matchesTemplate } from "../requests/routes.ts"
import { toListedUser } from "../state/userList.ts"
import { actions } from "./actions.ts"
import { renderClock } from "./clockPage.ts"
import { renderFaults } from "./faultsPage.ts"
import { html } from "./html.ts"
import { listNewestMails, renderInbox, renderMailPage } from "./inboxPage.ts"
import { renderPage } from "./layout.ts"
import { renderOverview } from "./overviewPage.ts"
import { makeContext, type PageContext } from "./PageContext.ts"
import { maxSessions, renderSessions } from "./sessionsPage.ts"
import { renderUserPage } from "./userPage.ts"
import { pageSize, renderUsers } from "./usersPage.ts"
import { renderWebhooks } from "./webhooksPage.ts"

const root = "/latchkey/ui/"

export const pages: ControlPages = {
  isPage: (path) => path === "/" || path.startsWith(root),
  handle: Effect.fnUntraced(function*(target, { body, method }, url) {
    if (method !== "GET" && method !== "HEAD" && method !== "POST") {
      return makeTextResponse(405, "Pages accept only GET and POST requests")
    }
    const context = yield* makeContext(target, url, method === "POST")
    const segments = url.pathname === "/" ? [""] : url.pathname.slice(root.length).split("/").map(decodeSegment)
    const response = method === "POST"
      ? yield* submit(context, segments, body ?? "")
      : yield* show(context, segments)
    const found = response ?? renderNotFound(context)
    return method === "HEAD" ? { ...found, body: undefined } : found
  })
}

const submit = (context: PageContext, segments: ReadonlyArray<string>, body: string) => {
  const form = new URLSearchParams(body)
  const [path, action] = Object.entries(actions).find(([path]) => matchesTemplate(path.split("/"), segments)) ?? []
  return path === undefined || action === undefined
    ? Effect.undefined
    : action(context, (name) => form.get(name)?.trim() || undefined, segments[path.split("/").indexOf(":id")] ?? "")
}

const show = Effect.fnUntraced(function*(context: PageContext, [name = "", id, ...rest]: ReadonlyArray<string>) {
  const { project, query, target } = context
  if (rest.length > 0) return undefined
  if (id !== undefined) {
    if (name === "users") {
      const user = project.users.get(id)
      if (user === undefined) return undefined
      const sessions = yield* target.listSessions({ userId: id, limit: maxSessions, projectId: project.id })
      const listed = toListedUser(project, user)
      return renderPage(context, "User", renderUserPage(context, listed, user, sessions))
    }
    const [mail] = name === "inbox" ? listNewestMails(context, 1, (mail) => mail.id === id) : []
    return mail && renderPage(context, "Email", renderMailPage(mail, context))
  }
  switch (name) {
    case "":
      return renderPage(context, "Overview", renderOverview(context))
    case "users": {
      const cursor = query("cursor")
      const users = yield* target.listUsers({ query: query("query"), cursor, limit: pageSize, projectId: project.id })
      return renderPage(context, "Users", renderUsers(context, users))
    }
    case "sessions": {
      const filter = { userId: query("user"), limit: maxSessions, projectId: project.id }
      const sessions = yield* target.listSessions(filter)
      return renderPage(context, "Sessions", renderSessions(context, sessions))
    }
    case "inbox":
      return renderPage(context, "Inbox", renderInbox(context))
    case "webhooks":
      return renderPage(context, "Webhooks", renderWebhooks(context))
    case "faults":
      return renderPage(context, "Faults", renderFaults(context))
    case "clock":
      return renderPage(context, "Clock", renderClock(context))
    default:
      return undefined
  }
})

const renderNotFound = (context: PageContext): EmulatorResponse =>
  renderPage(
    context,
    "Not found",
    html`<div class="head"><h1>Not found</h1><p>This page does not exist, or its user or email was deleted.</p></div>
<p><a href="${context.link("/")}">Overview</a></p>`,
    { status: 404 }
  )
