/** The session list. */
import type { ListedSession } from "../control/Controls.ts"
import { toListedUser } from "../state/userList.ts"
import { type Html, html } from "./html.ts"
import type { PageContext } from "./PageContext.ts"
import { actionForm, badge, confirmForm, count, list, shortId, time } from "./parts.ts"
import { nameOf } from "./usersPage.ts"

/** The most sessions on a page. */
export const maxSessions = 100

/** Renders the session list. The query can limit it to one user. */
export const renderSessions = (context: PageContext, sessions: ReadonlyArray<ListedSession>): Html => {
  const { link, project, query } = context
  const userId = query("user")
  const total = userId === undefined ? project.sessions.size : project.sessions.countByKey(userId)
  return html`<div class="head"><h1>Sessions</h1><div class="actions">${
    actionForm(link("/latchkey/ui/access-tokens/expire"), "Expire access tokens")
  }</div><p>Expired access tokens make clients refresh. A revoked session signs its device out.</p></div>
${
    userId !== undefined &&
    html`<p class="small">Only sessions of ${userName(context, userId)}. <a href="${
      link("/latchkey/ui/sessions")
    }">Show all sessions</a></p>`
  }
<div class="stacked" id="sessions" data-live>${
    renderSessionList(context, sessions, "No sessions. Sign in in your app, or use “Sign in as” of a user.")
  }${
    total > sessions.length && html`<p class="small muted">The newest ${maxSessions} of ${count(total, "session")}.</p>`
  }${
    sessions.length > 0 &&
    confirmForm(
      "revoke-all",
      link("/latchkey/ui/sessions/revoke", { user: userId }),
      userId === undefined ? "Revoke all sessions" : "Revoke these sessions",
      `Sign out ${count(total, "session")}?`
    )
  }</div>`
}

const userName = ({ project }: PageContext, id: string): string => {
  const user = project.users.get(id)
  return user === undefined ? `the unknown user ${shortId(id)}` : nameOf(toListedUser(project, user))
}

/** Renders sessions with a button to revoke each. */
export const renderSessionList = (
  context: PageContext,
  sessions: ReadonlyArray<ListedSession>,
  empty = "No sessions."
): Html =>
  list(
    sessions.map((session) =>
      html`<li><div class="grow"><span class="actions"><a class="title" href="${
        context.link(`/latchkey/ui/users/${session.userId}`)
      }">${userName(context, session.userId)}</a><span class="badges">${
        session.isExpired && badge("Expired", "warning")
      }${
        session.isImpersonation && badge("Impersonation")
      }</span></span><span class="meta"><span class="mono" title="${session.id}">${
        shortId(session.id)
      }</span><span>Created ${time(session.createdAt, context)}</span>${
        session.lastUsedAt !== undefined && html`<span>Used ${time(session.lastUsedAt, context)}</span>`
      }</span></div><div
 class="actions">${
        actionForm(context.link(`/latchkey/ui/sessions/${session.id}/revoke`), "Revoke", {
          about: `session ${shortId(session.id)} of ${userName(context, session.userId)}`
        })
      }</div></li>`
    ),
    empty
  )
